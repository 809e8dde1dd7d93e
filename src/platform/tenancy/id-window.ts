import type { QueryConfig } from 'pg';
import type { IdWindow, ListSpec } from './list-statement.js';

/**
 * Ids follow creation times but for transactions that ran beside each other: of two rows further apart than this the
 * later one has the higher id.
 */
const OVERLAP = `interval '10 minutes'`;
/** Nothing is picked up, delivered or due before it was written down, whatever the time zone. */
const MAX_LEAD_TIME = `interval '2 days'`;
export const UNBOUNDED_WINDOW: IdWindow = { above: null, below: null };

/**
 * Finds that window: a list that is read by its ids begins and ends there, instead of walking past all that is newer or
 * older. A statement of its own, because a plan knows what to expect only of ids that it is told.
 */
export function buildIdWindowStatement({ table, tenant, conditions }: ListSpec): QueryConfig | null {
  const values: unknown[] = [tenant.organizationId, tenant.mode];
  const nearest = (comparison: string, order: string): string =>
    `(SELECT id FROM ${table} WHERE organization_id = $1 AND mode = $2 AND created_at ${comparison}
      ORDER BY created_at ${order}, id ${order} LIMIT 1)`;
  const above: string[] = [];
  const below: string[] = [];
  for (const { column, from, before } of conditions.ranges) {
    const created = column === 'createdAt';
    if (from !== undefined && created)
      above.push(nearest(`< $${values.push(from)}::timestamptz - ${OVERLAP}`, 'DESC'));
    if (before !== undefined)
      below.push(
        nearest(`>= $${values.push(before)}::timestamptz + ${created ? OVERLAP : MAX_LEAD_TIME}`, 'ASC'),
      );
  }
  if (above.length + below.length === 0) return null;
  const [most, least] = [above, below].map((ids) => ['NULL::bigint', ...ids].join(', '));
  return { text: `SELECT GREATEST(${most}) AS above, LEAST(${least}) AS below`, values };
}
