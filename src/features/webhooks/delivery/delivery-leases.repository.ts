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

/** How much longer a lease lasts than an attempt can. */
const LEASE_MARGIN_MS = 5_000;

/** Endpoints that a claim looks at for each delivery that their organization may be given: some are not due, or have no room. */
const ENDPOINTS_PER_DELIVERY = 8;

/** A delivery whose next attempt this process may make, until the lease ends. */
export interface DeliveryLease {
  id: number;
  endpointId: number;
  organizationId: number;
  mode: Mode;
  eventId: string;
  /** Null where what it shares with others is lost, which must not be. */
  body: string | null;
  url: string;
  sealedSecret: Buffer;
  /** The secret before, while both sign. */
  sealedFormerSecret: Buffer | null;
  /** Of what made the delivery. */
  traceparent: string | null;
  /** The number of the attempt. */
  attempt: number;
  owner: string;
  /** The database's clock at the claim, in milliseconds since 1970, and our own steady clock at that moment. */
  databaseMs: number;
  steadyMs: number;
}

/** How what is sent begins comes with one of the event's deliveries, how it ends with each. */
interface BodyParts {
  beginning: string | null;
  ending: string | null;
}

/** A row without an id says only how far the claim came. */
type ClaimedRow = ((Omit<DeliveryLease, 'owner' | 'steadyMs'> & BodyParts) | { id: null }) & {
  reached: ClaimProgress;
};

/**
 * Finds due deliveries of all tenants and leases them. All times are the database's: a worker whose clock is wrong
 * claims neither too early nor too long.
 */
@Injectable()
export class DeliveryLeasesRepository {
  private readonly leaseMs: number;
  private readonly firstOpenPartition: FirstOpenPartition;
  private statement?: { from: number; text: string };
  private claimedCount = 0;

  constructor(
    private readonly transactions: Transactions,
    config: Config,
  ) {
    this.leaseMs = config.webhooks.timeoutMs + LEASE_MARGIN_MS;
    this.firstOpenPartition = new FirstOpenPartition(transactions);
  }

  /**
   * At most `limit` due deliveries, spread evenly over the organizations that have any and over their endpoints, each within
   * its share and its room; where there are many, those behind which the last claim came to.
   */
  async claim(
    limit: number,
    shares: TenantCapacity,
    room: EndpointCapacity,
    laps: ClaimCursor,
  ): Promise<DeliveryLease[]> {
    const owner = randomUUID();
    const { organization, organizations, endpoints } = laps.position;
    const from = await this.firstOpenPartition.id();
    const rows = await this.transactions.prepared<ClaimedRow>({
      ...this.buildClaimStatement(from),
      values: toValues({
        limit,
        owner,
        leaseMs: this.leaseMs,
        otherRoom: room.defaultLimit,
        roomOf: room.endpoints,
        rooms: room.limits,
        otherShare: shares.defaultLimit,
        shareOf: shares.organizations,
        shares: shares.limits,
        reachedIn: organizations,
        reached: endpoints,
        steps: MAX_STEPS,
        behind: organization,
      }),
    });
    const steadyMs = performance.now();
    const claimed = rows.filter((row) => row.id !== null);
    this.claimedCount += claimed.length;
    const beginnings = new Map<string, string>();
    for (const { eventId, beginning } of claimed) if (beginning !== null) beginnings.set(eventId, beginning);
    const claims = claimed.map((row) => {
      const body = joinBody(row, beginnings.get(row.eventId));
      return { ...row, body, owner, steadyMs };
    });
    laps.advance(shares, claims.length, rows[0]!.reached);
    return claims;
  }

  /**
   * The bound is part of the text: PostgreSQL then plans once without the partitions below it, and doesn't even open them.
   * It keeps the plan of a name. One made of a table that was nearly empty reads all of each endpoint's deliveries, until the
   * table's rows are counted: with each digit more of what was claimed it is made anew.
   */
  private buildClaimStatement(from: number): { name: string; text: string } {
    if (this.statement?.from !== from)
      this.statement = { from, text: buildClaimSql(from > 0 ? ` AND id >= ${from}` : '') };
    return { name: `webhook_claim_${from}_${String(this.claimedCount).length}`, text: this.statement.text };
  }

  /** Milliseconds until the next attempt that isn't due yet, as far as that is worth knowing. */
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

  /** Gives deliveries back as if they had never been claimed: the interrupted attempt has used up nothing. */
  async release(claims: DeliveryLease[]): Promise<void> {
    if (claims.length === 0) return;
    await this.transactions.manager.query(
      `UPDATE webhook_deliveries d SET lease_owner = NULL, lease_until = NULL
       FROM unnest($1::bigint[], $2::uuid[]) AS c (id, owner) WHERE d.id = c.id AND d.lease_owner = c.owner`,
      [claims.map(({ id }) => id), claims.map(({ owner }) => owner)],
    );
  }

  /** Holds the endpoint's deliveries until its secret is rotated; unless it was rotated just now. */
  async holdUntilRotation({ endpointId, sealedSecret }: DeliveryLease): Promise<void> {
    await this.transactions.manager.query(
      `UPDATE webhook_endpoints SET disabled_reason = $1, updated_at = now()
       WHERE id = $2 AND sealed_secret = $3 AND disabled_reason IS NULL`,
      [ROTATION_REQUIRED, endpointId, sealedSecret],
    );
  }
}

/** What the claim is told, each with its place in the statement. */
const PARAMS = {
  limit: '$1::int',
  owner: '$2::uuid',
  leaseMs: '$3::int',
  /** The room of an endpoint that is not among the next ones, whose rooms follow. */
  otherRoom: '$4::int',
  roomOf: '$5::bigint[]',
  rooms: '$6::int[]',
  /** What is left of the share of an organization that is not among the next ones. */
  otherShare: '$7::int',
  shareOf: '$8::bigint[]',
  shares: '$9::int[]',
  /** Organizations in which the last claim didn't come to an end, and the endpoint it came to in each. */
  reachedIn: '$10::bigint[]',
  reached: '$11::bigint[]',
  /** How many organizations, and endpoints of one, a claim steps over at most. */
  steps: '$12::int',
  /** The organization behind which to begin. */
  behind: '$13::bigint',
};

function toValues(told: Record<keyof typeof PARAMS, unknown>): unknown[] {
  return Object.keys(PARAMS).map((name) => told[name as keyof typeof PARAMS]);
}

/** Joined without being copied: that happens when it is sent. */
function joinBody(
  { body, ending }: BodyParts & Pick<DeliveryLease, 'body'>,
  beginning?: string,
): string | null {
  if (body !== null) return body;
  return beginning !== undefined && ending !== null ? beginning + ending : null;
}

/**
 * The commit doesn't wait for the disk: a claim that a crash of the database loses is made again, like any other that a
 * crash cuts off. `owners` and `heads` step over the index from organization to organization and from endpoint to endpoint, so
 * their cost is the number of endpoints that have open deliveries, not the number of deliveries, and the steps bound it; of an
 * organization that has all or most of its share they look at none or few. Parameters: limit, owner, lease in
 * milliseconds, room of endpoints that are not named, endpoints, their room, the share of organizations that are not named,
 * organizations, what is left of their shares, organizations, the endpoints behind which to go on with them, the steps, the organization
 * behind which to go on. There is one row without an id when nothing is due.
 */
const buildClaimSql = (from: string): string => `
WITH RECURSIVE owners AS (
  (SELECT organization_id, 1 AS step FROM webhook_deliveries
   WHERE ${OPEN_DELIVERY_SQL}${from} AND organization_id > ${PARAMS.behind} ORDER BY organization_id LIMIT 1)
  UNION ALL
  SELECT next.organization_id, step + 1 FROM owners, LATERAL (
    SELECT organization_id FROM webhook_deliveries
    WHERE ${OPEN_DELIVERY_SQL}${from} AND organization_id > owners.organization_id AND step < ${PARAMS.steps} ORDER BY organization_id LIMIT 1) next
), heads AS (
  SELECT owners.organization_id, coalesce(named.share, ${PARAMS.otherShare}) AS share, head.endpoint_id, head.next_attempt_at,
    1 AS step, least(${PARAMS.steps}, ${ENDPOINTS_PER_DELIVERY} * coalesce(named.share, ${PARAMS.otherShare})) AS steps
  FROM owners LEFT JOIN unnest(${PARAMS.shareOf}, ${PARAMS.shares}) AS named (id, share) ON named.id = owners.organization_id
  LEFT JOIN unnest(${PARAMS.reachedIn}, ${PARAMS.reached}) AS reached (id, endpoint_id) ON reached.id = owners.organization_id,
  LATERAL (
    SELECT endpoint_id, next_attempt_at FROM webhook_deliveries
    WHERE ${OPEN_DELIVERY_SQL}${from} AND organization_id = owners.organization_id AND endpoint_id > coalesce(reached.endpoint_id, 0)
      AND coalesce(named.share, ${PARAMS.otherShare}) > 0 ORDER BY endpoint_id, next_attempt_at LIMIT 1) head
  UNION ALL
  SELECT heads.organization_id, heads.share, next.endpoint_id, next.next_attempt_at, step + 1, steps FROM heads, LATERAL (
    SELECT endpoint_id, next_attempt_at FROM webhook_deliveries
    WHERE ${OPEN_DELIVERY_SQL}${from} AND organization_id = heads.organization_id AND endpoint_id > heads.endpoint_id AND step < steps
    ORDER BY endpoint_id, next_attempt_at LIMIT 1) next
), ready AS (
  SELECT e.id, e.organization_id, heads.share, coalesce(named.room, ${PARAMS.otherRoom}) AS room,
    row_number() OVER (PARTITION BY e.organization_id ORDER BY random()) AS turn,
    count(*) OVER (PARTITION BY e.organization_id) AS endpoints
  FROM heads JOIN webhook_endpoints e ON e.id = heads.endpoint_id
  LEFT JOIN unnest(${PARAMS.roomOf}, ${PARAMS.rooms}) AS named (id, room) ON named.id = e.id
  WHERE heads.next_attempt_at <= now() AND e.active AND e.disabled_reason IS NULL
    AND coalesce(named.room, ${PARAMS.otherRoom}) > 0
), chosen AS (
  SELECT id, organization_id, turn, least(room, ceil(most / least(endpoints, most)))::int AS room
  FROM ready, LATERAL (
    SELECT least(ready.share, ceil(${PARAMS.limit}::numeric / (SELECT count(DISTINCT organization_id) FROM ready))) AS most) fair
  WHERE turn <= most
), due AS (
  SELECT picked.id FROM chosen, LATERAL (
    SELECT d.id FROM webhook_deliveries d
    WHERE d.organization_id = chosen.organization_id AND d.endpoint_id = chosen.id
      AND d.${OPEN_DELIVERY_SQL}${from} AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until <= now())
    ORDER BY d.next_attempt_at LIMIT chosen.room FOR UPDATE SKIP LOCKED) picked
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
    'organization', (SELECT organization_id FROM owners WHERE step = ${PARAMS.steps}),
    'endpoints', (SELECT json_object_agg(organization_id, endpoint_id) FROM heads WHERE step = steps)) AS reached
FROM (SELECT set_config('synchronous_commit', 'off', true)) AS relaxed
LEFT JOIN (claimed c JOIN webhook_endpoints e ON e.id = c.endpoint_id) ON true`;
