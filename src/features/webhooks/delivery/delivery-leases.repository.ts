import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { OPEN_DELIVERY_SQL } from '../delivery-states.js';
import { ROTATION_REQUIRED } from '../endpoint-states.js';
import type { Mode } from '../../../platform/tenancy/tenant.js';
import { MAX_SLEEP_MS } from '../../../platform/jobs/sweeper.js';
import { MAX_STEPS, type ClaimCursor, type ClaimProgress } from './claim-cursor.js';
import type { EndpointCapacity } from './endpoint-concurrency.js';
import { FirstOpenPartition } from './first-open-partition.js';
import type { TenantCapacity } from './tenant-concurrency.js';

/** A lease outlives the longest attempt by this much. */
const LEASE_MARGIN_MS = 5_000;
/** A claim scans this many endpoints of a tenant for each delivery that the tenant may get: some are not due or are full. */
const ENDPOINTS_PER_DELIVERY = 8;

/** The right to make one attempt of a delivery until the lease expires. */
export interface DeliveryLease {
  id: number;
  endpointId: number;
  organizationId: number;
  mode: Mode;
  eventId: string;
  /** Null if the shared part of the body is missing from the database. */
  body: string | null;
  url: string;
  sealedSecret: Buffer;
  /** The previous secret, while attempts are signed with both. */
  sealedFormerSecret: Buffer | null;
  /** The trace of the request or job that created the delivery. */
  traceparent: string | null;
  /** The number of this attempt, starting at 1. */
  attempt: number;
  owner: string;
  /** The time of the claim: the database's clock in milliseconds since 1970, and `performance.now()`. */
  databaseMs: number;
  steadyMs: number;
}

/** The two parts of a body. The claim returns `beginning` for one delivery of each event only. */
interface BodyParts {
  beginning: string | null;
  ending: string | null;
}

/** A claim without deliveries returns one row with a null id. */
type ClaimedRow = ((Omit<DeliveryLease, 'owner' | 'steadyMs'> & BodyParts) | { id: null }) & {
  reached: ClaimProgress;
};

/** Leases due deliveries of all tenants. */
@Injectable()
export class DeliveryLeasesRepository {
  private readonly leaseMs: number;
  private readonly firstOpenPartition = new FirstOpenPartition((id) => this.findOpenBelow(id));
  private statement?: { fromId: number; text: string };
  private claimedCount = 0;

  constructor(
    private readonly transactions: Transactions,
    config: Config,
  ) {
    this.leaseMs = config.webhooks.timeoutMs + LEASE_MARGIN_MS;
  }

  /**
   * Leases at most `limit` due deliveries, spread evenly over the tenants that have any and over their endpoints, within
   * their capacities. Continues after the cursor's position and advances it.
   */
  async claim(
    limit: number,
    tenants: TenantCapacity,
    endpoints: EndpointCapacity,
    cursor: ClaimCursor,
  ): Promise<DeliveryLease[]> {
    const owner = randomUUID();
    const { position } = cursor;
    const fromId = await this.firstOpenPartition.id();
    const rows = await this.transactions.prepared<ClaimedRow>({
      ...this.buildClaimStatement(fromId),
      values: toValues({
        limit,
        owner,
        leaseMs: this.leaseMs,
        defaultEndpointLimit: endpoints.defaultLimit,
        endpoints: endpoints.endpoints,
        endpointLimits: endpoints.limits,
        defaultTenantLimit: tenants.defaultLimit,
        tenants: tenants.organizations,
        tenantLimits: tenants.limits,
        cursorTenants: position.organizations,
        cursorEndpoints: position.endpoints,
        maxSteps: MAX_STEPS,
        afterTenant: position.organization,
      }),
    });
    const steadyMs = performance.now();
    const claimed = rows.filter((row) => row.id !== null);
    this.claimedCount += claimed.length;
    const beginnings = new Map<string, string>();
    for (const { eventId, beginning } of claimed) if (beginning !== null) beginnings.set(eventId, beginning);
    const leases = claimed.map((row) => {
      const body = joinBody(row, beginnings.get(row.eventId));
      return { ...row, body, owner, steadyMs };
    });
    cursor.advance(tenants, leases.length, rows[0]!.reached);
    return leases;
  }

  /**
   * Puts the partition bound into the text, so that PostgreSQL plans without the older partitions. PostgreSQL keeps the
   * plan of a statement name. A plan for a nearly empty table reads all deliveries of an endpoint, so the name changes
   * each time the number of claimed deliveries gains a digit.
   */
  private buildClaimStatement(fromId: number): { name: string; text: string } {
    if (this.statement?.fromId !== fromId)
      this.statement = { fromId, text: buildClaimSql(fromId > 0 ? ` AND id >= ${fromId}` : '') };
    return { name: `webhook_claim_${fromId}_${String(this.claimedCount).length}`, text: this.statement.text };
  }

  private async findOpenBelow(id: number | null): Promise<number | undefined> {
    const below = id === null ? '' : ` AND id < ${id}`;
    const [open] = await this.transactions.prepared<{ id: number }>({
      name: `webhook_open${id === null ? '' : `_below_${id}`}`,
      text: `SELECT id FROM webhook_deliveries WHERE ${OPEN_DELIVERY_SQL}${below} ORDER BY next_attempt_at LIMIT 1`,
      values: [],
    });
    return open?.id;
  }

  /** Returns the milliseconds until the next attempt is due, or MAX_SLEEP_MS if none is due within two seconds. */
  async findMsToNextDue(): Promise<number> {
    const [row] = await this.transactions.prepared<{ ms: number | null }>({
      name: 'webhook_next_due',
      text: `SELECT ceil(extract(epoch FROM min(next_attempt_at) - now()) * 1000)::float8 AS ms
             FROM webhook_deliveries
             WHERE ${OPEN_DELIVERY_SQL} AND next_attempt_at > now() AND next_attempt_at < now() + interval '2 seconds'`,
      values: [],
    });
    return row?.ms ?? MAX_SLEEP_MS;
  }

  /** Ends leases early. The interrupted attempt keeps its number. */
  async release(leases: DeliveryLease[]): Promise<void> {
    if (leases.length === 0) return;
    await this.transactions.manager.query(
      `UPDATE webhook_deliveries d SET lease_owner = NULL, lease_until = NULL
       FROM unnest($1::bigint[], $2::uuid[]) AS c (id, owner) WHERE d.id = c.id AND d.lease_owner = c.owner`,
      [leases.map(({ id }) => id), leases.map(({ owner }) => owner)],
    );
  }

  /** Holds the endpoint's deliveries until its secret is rotated. Changes nothing if the secret was rotated just now. */
  async holdUntilRotation({ endpointId, sealedSecret }: DeliveryLease): Promise<void> {
    await this.transactions.manager.query(
      `UPDATE webhook_endpoints SET disabled_reason = $1, updated_at = now()
       WHERE id = $2 AND sealed_secret = $3 AND disabled_reason IS NULL`,
      [ROTATION_REQUIRED, endpointId, sealedSecret],
    );
  }
}

/** The parameters of the claim statement, in order. `…Limits` and `cursorEndpoints` run parallel to the array before them. */
const PARAMS = {
  limit: '$1::int',
  owner: '$2::uuid',
  leaseMs: '$3::int',
  defaultEndpointLimit: '$4::int',
  endpoints: '$5::bigint[]',
  endpointLimits: '$6::int[]',
  defaultTenantLimit: '$7::int',
  tenants: '$8::bigint[]',
  tenantLimits: '$9::int[]',
  cursorTenants: '$10::bigint[]',
  cursorEndpoints: '$11::bigint[]',
  maxSteps: '$12::int',
  afterTenant: '$13::bigint',
};

function toValues(values: Record<keyof typeof PARAMS, unknown>): unknown[] {
  return Object.keys(PARAMS).map((name) => values[name as keyof typeof PARAMS]);
}

/** V8 concatenates lazily, so deliveries of one event share the memory of `beginning` until they are sent. */
function joinBody(
  { body, ending }: BodyParts & Pick<DeliveryLease, 'body'>,
  beginning?: string,
): string | null {
  if (body !== null) return body;
  return beginning !== undefined && ending !== null ? beginning + ending : null;
}

/**
 * `owners` and `heads` step through an index from tenant to tenant and from endpoint to endpoint. Their cost depends on the
 * number of endpoints with open deliveries and is bounded by `maxSteps`; it does not depend on the number of deliveries.
 * `ready` keeps endpoints with a due delivery and free capacity, `chosen` divides the limit fairly, `due` locks deliveries.
 * The commit does not wait for the disk: a claim that a database crash loses is simply made again.
 */
const buildClaimSql = (from: string): string => `
WITH RECURSIVE owners AS (
  (SELECT organization_id, 1 AS step FROM webhook_deliveries
   WHERE ${OPEN_DELIVERY_SQL}${from} AND organization_id > ${PARAMS.afterTenant} ORDER BY organization_id LIMIT 1)
  UNION ALL
  SELECT next.organization_id, step + 1 FROM owners, LATERAL (
    SELECT organization_id FROM webhook_deliveries
    WHERE ${OPEN_DELIVERY_SQL}${from} AND organization_id > owners.organization_id AND step < ${PARAMS.maxSteps} ORDER BY organization_id LIMIT 1) next
), heads AS (
  SELECT owners.organization_id, coalesce(named.tenant_limit, ${PARAMS.defaultTenantLimit}) AS tenant_limit, head.endpoint_id, head.next_attempt_at,
    1 AS step, least(${PARAMS.maxSteps}, ${ENDPOINTS_PER_DELIVERY} * coalesce(named.tenant_limit, ${PARAMS.defaultTenantLimit})) AS steps
  FROM owners LEFT JOIN unnest(${PARAMS.tenants}, ${PARAMS.tenantLimits}) AS named (id, tenant_limit) ON named.id = owners.organization_id
  LEFT JOIN unnest(${PARAMS.cursorTenants}, ${PARAMS.cursorEndpoints}) AS cursor (id, endpoint_id) ON cursor.id = owners.organization_id,
  LATERAL (
    SELECT endpoint_id, next_attempt_at FROM webhook_deliveries
    WHERE ${OPEN_DELIVERY_SQL}${from} AND organization_id = owners.organization_id AND endpoint_id > coalesce(cursor.endpoint_id, 0)
      AND coalesce(named.tenant_limit, ${PARAMS.defaultTenantLimit}) > 0 ORDER BY endpoint_id, next_attempt_at LIMIT 1) head
  UNION ALL
  SELECT heads.organization_id, heads.tenant_limit, next.endpoint_id, next.next_attempt_at, step + 1, steps FROM heads, LATERAL (
    SELECT endpoint_id, next_attempt_at FROM webhook_deliveries
    WHERE ${OPEN_DELIVERY_SQL}${from} AND organization_id = heads.organization_id AND endpoint_id > heads.endpoint_id AND step < steps
    ORDER BY endpoint_id, next_attempt_at LIMIT 1) next
), ready AS (
  SELECT e.id, e.organization_id, heads.tenant_limit, coalesce(named.capacity, ${PARAMS.defaultEndpointLimit}) AS capacity,
    row_number() OVER (PARTITION BY e.organization_id ORDER BY random()) AS turn,
    count(*) OVER (PARTITION BY e.organization_id) AS endpoints
  FROM heads JOIN webhook_endpoints e ON e.id = heads.endpoint_id
  LEFT JOIN unnest(${PARAMS.endpoints}, ${PARAMS.endpointLimits}) AS named (id, capacity) ON named.id = e.id
  WHERE heads.next_attempt_at <= now() AND e.active AND e.disabled_reason IS NULL
    AND coalesce(named.capacity, ${PARAMS.defaultEndpointLimit}) > 0
), chosen AS (
  SELECT id, organization_id, turn, least(capacity, ceil(fair_limit / least(endpoints, fair_limit)))::int AS capacity
  FROM ready, LATERAL (
    SELECT least(ready.tenant_limit, ceil(${PARAMS.limit}::numeric / (SELECT count(DISTINCT organization_id) FROM ready))) AS fair_limit) fair
  WHERE turn <= fair_limit
), due AS (
  SELECT picked.id FROM chosen, LATERAL (
    SELECT d.id FROM webhook_deliveries d
    WHERE d.organization_id = chosen.organization_id AND d.endpoint_id = chosen.id
      AND d.${OPEN_DELIVERY_SQL}${from} AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until <= now())
    ORDER BY d.next_attempt_at LIMIT chosen.capacity FOR UPDATE SKIP LOCKED) picked
  ORDER BY chosen.turn LIMIT ${PARAMS.limit}
), claimed AS (
  UPDATE webhook_deliveries d
  SET lease_owner = ${PARAMS.owner}, lease_until = clock_timestamp() + ${PARAMS.leaseMs} * interval '1 millisecond'
  WHERE id = ANY (ARRAY(SELECT id FROM due))${from}
  RETURNING d.id, d.endpoint_id, d.event_id, d.body, d.ending, d.attempt_count, d.traceparent
)
SELECT c.id, c.endpoint_id AS "endpointId", c.event_id AS "eventId", c.body, c.ending, c.traceparent, c.attempt_count + 1 AS attempt,
  e.url, e.organization_id AS "organizationId", e.mode, e.sealed_secret AS "sealedSecret",
  CASE WHEN e.former_secret_until > now() THEN e.sealed_former_secret END AS "sealedFormerSecret",
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "databaseMs",
  CASE WHEN row_number() OVER (PARTITION BY c.event_id) = 1 THEN (
    SELECT beginning FROM webhook_bodies b
    WHERE b.organization_id = e.organization_id AND b.mode = e.mode AND b.event_id = c.event_id) END AS beginning,
  json_build_object(
    'organization', (SELECT organization_id FROM owners WHERE step = ${PARAMS.maxSteps}),
    'endpoints', (SELECT json_object_agg(organization_id, endpoint_id) FROM heads WHERE step = steps)) AS reached
FROM (SELECT set_config('synchronous_commit', 'off', true)) AS relaxed
LEFT JOIN (claimed c JOIN webhook_endpoints e ON e.id = c.endpoint_id) ON true`;
