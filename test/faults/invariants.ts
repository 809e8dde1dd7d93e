import type { FaultCluster } from './fault-cluster.ts';

/** Invariants that hold after every fault. Each query returns the rows that violate one. */
const VIOLATION_QUERIES: Record<string, string> = {
  'a customer without its event': `SELECT FROM customers c WHERE NOT EXISTS (
    SELECT FROM events e WHERE e.organization_id = c.organization_id AND e.type = 'customer.created'
      AND (e.data #>> '{customer,id}')::bigint = c.id)`,
  'an event that is twice at an endpoint': `SELECT FROM webhook_deliveries GROUP BY endpoint_id, event_id HAVING count(*) > 1`,
  'a delivery that has lost what it sends': `SELECT FROM webhook_deliveries d WHERE body IS NULL AND NOT EXISTS (
    SELECT FROM webhook_bodies b
    WHERE b.organization_id = d.organization_id AND b.mode = d.mode AND b.event_id = d.event_id)`,
  'an open delivery that is never due': `SELECT FROM webhook_deliveries
    WHERE status IN ('pending', 'retrying') AND next_attempt_at IS NULL`,
  'an ended delivery that somebody holds': `SELECT FROM webhook_deliveries
    WHERE status IN ('delivered', 'failed') AND (lease_owner IS NOT NULL OR next_attempt_at IS NOT NULL)`,
  'a delivery that counts other attempts than it has': `SELECT FROM webhook_deliveries
    WHERE attempt_count <> jsonb_array_length(attempts)`,
  'a delivery whose time of receipt contradicts its status': `SELECT FROM webhook_deliveries
    WHERE (status = 'delivered') <> (delivered_at IS NOT NULL)`,
};

/** Returns each broken invariant with the number of its violations. */
export async function findBrokenInvariants(lab: FaultCluster): Promise<string[]> {
  const complaints: string[] = [];
  for (const [name, rows] of Object.entries(VIOLATION_QUERIES)) {
    const [found] = await lab.sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (${rows}) AS broken`,
    );
    if (found!.count > 0) complaints.push(`${found!.count} × ${name}`);
  }
  return complaints;
}
