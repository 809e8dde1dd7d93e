import type { EntityMetadata } from 'typeorm';
import type { Transactions } from '../database/transactions.js';
import { buildInsertStatement } from './insert-statement.js';
import type { Tenant } from './tenant.js';
import { estimateBytes } from './estimate-bytes.js';

/** What became of rows that were to be stored. */
export interface UpsertResult {
  created: number;
  updated: number;
  unchanged: number;
}

/** Properties of the entity: the one that says which row it is, and those a row that is there takes. */
interface ConflictColumns {
  key: string;
  changing: string[];
}

/** Rows of one statement: PostgreSQL takes 65,535 values. */
const MAX_ROWS_PER_STATEMENT = 500;

/** Stores the rows of one tenant, or changes those that have their key. */
export async function upsertRows(
  transactions: Transactions,
  metadata: EntityMetadata,
  tenant: Tenant,
  rows: Record<string, unknown>[],
  conflict: ConflictColumns,
): Promise<UpsertResult> {
  const { organizationId, mode } = tenant;
  const written: boolean[] = [];
  for (let from = 0; from < rows.length; from += MAX_ROWS_PER_STATEMENT) {
    const some = rows
      .slice(from, from + MAX_ROWS_PER_STATEMENT)
      .map((row) => ({ ...row, organizationId, mode }));
    const { text, values } = buildInsertStatement(
      metadata,
      some,
      'xmax = 0 AS created',
      buildOnConflict(metadata, conflict),
    );
    const answer = await transactions.prepared<{ created: boolean }>({ text, values });
    transactions.stored(tenant, (estimateBytes(values) * answer.length) / some.length);
    written.push(...answer.map(({ created }) => created));
  }
  const created = written.filter(Boolean).length;
  return { created, updated: written.length - created, unchanged: rows.length - written.length };
}

/**
 * What stands between an INSERT and its RETURNING, for rows one of whose values, `key`, is one row's alone: a row
 * that is there already takes the values of `changing`, and only if one differs.
 */
function buildOnConflict(metadata: EntityMetadata, { key, changing }: ConflictColumns): string {
  const column = (property: string): string => metadata.findColumnWithPropertyName(property)!.databaseName;
  const target = `ON CONFLICT (organization_id, mode, ${column(key)})`;
  if (changing.length === 0) return `${target} DO NOTHING`;
  const columns = changing.map(column);
  const sets = columns.map((name) => `${name} = excluded.${name}`);
  const stored = columns.map((name) => `${metadata.tableName}.${name}`).join(', ');
  const given = columns.map((name) => `excluded.${name}`).join(', ');
  return `${target} DO UPDATE SET ${sets.join(', ')}, updated_at = now() WHERE (${stored}) IS DISTINCT FROM (${given})`;
}
