/**
 * Measures the time to find due deliveries beside many endpoints. ENDPOINTS endpoints belong to a tenth as many
 * organizations, each has OPEN deliveries, and half of those are due. Claims run one after the other, as in a worker.
 * `npm run bench claims`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { OrganizationsService } from '../dist/src/platform/auth/organizations.service.js';
import { serve } from '../dist/src/app/server.js';
import { DeliveryLeasesRepository } from '../dist/src/features/webhooks/delivery/delivery-leases.repository.js';
import { ClaimCursor } from '../dist/src/features/webhooks/delivery/claim-cursor.js';
import { EndpointConcurrency } from '../dist/src/features/webhooks/delivery/endpoint-concurrency.js';
import { TenantConcurrency } from '../dist/src/features/webhooks/delivery/tenant-concurrency.js';

const ENDPOINTS = (process.env.ENDPOINTS ?? '100,1000,10000').split(',').map(Number);
const OPEN = Number(process.env.OPEN ?? 20);
const CLAIMS = 30;

const dataDir = mkdtempSync(join(tmpdir(), 'lading-claims-'));
// An API process claims no deliveries by itself.
const lading = await serve({
  env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'error', PROCESS_ROLE: 'api' },
});
const sql = lading.app.get(DataSource);
const claims = lading.app.get(DeliveryLeasesRepository);
const { organization } = await lading.app.get(OrganizationsService).create('Claims');

let made = 0;
console.log('| endpoints with open deliveries | open deliveries | one claim of 64, ms, median (longest) |');
console.log('| --- | --- | --- |');
for (const endpoints of ENDPOINTS) {
  await sql.query(
    `INSERT INTO organizations (name) SELECT 'Claims ' || n FROM generate_series($1::int, $2::int) n`,
    [made / 10 + 1, endpoints / 10],
  );
  await sql.query(
    `INSERT INTO webhook_endpoints (organization_id, mode, url, events, secret_prefix, sealed_secret)
     SELECT o.id, 'test', 'https://receiver.example/' || o.id || '/' || n, '{quote.created}', 'whsec_', '\\x00'
     FROM organizations o, generate_series(1, 10) n
     WHERE o.id > $1 AND NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.organization_id = o.id)`,
    [organization.id],
  );
  // Each event goes to all ten endpoints of its organization.
  await sql.query(
    `INSERT INTO webhook_bodies (organization_id, mode, event_id, beginning)
     SELECT DISTINCT e.organization_id, e.mode, 'evt_' || e.organization_id || '_' || n, repeat('x', 1000)
     FROM webhook_endpoints e, generate_series(1, $1::int) n ON CONFLICT DO NOTHING`,
    [OPEN],
  );
  await sql.query(
    `INSERT INTO webhook_deliveries (organization_id, mode, endpoint_id, event_id, event_type, ending, next_attempt_at)
     SELECT e.organization_id, e.mode, e.id, 'evt_' || e.organization_id || '_' || n, 'quote.created', repeat('x', 80),
       now() + CASE WHEN n % 2 = 0 THEN interval '-1 minute' ELSE interval '1 hour' END
     FROM webhook_endpoints e, generate_series(1, $1::int) n
     WHERE NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.organization_id = e.organization_id AND d.endpoint_id = e.id)`,
    [OPEN],
  );
  await sql.query('VACUUM ANALYZE');
  made = endpoints;
  const laps = new ClaimCursor();
  const took = [];
  for (let n = 0; n < CLAIMS; n++) {
    const began = performance.now();
    const claimed = await claims.claim(
      64,
      new TenantConcurrency().shares(),
      new EndpointConcurrency().room(),
      laps,
    );
    took.push(performance.now() - began);
    await claims.release(claimed);
  }
  took.sort((a, b) => a - b);
  const [{ open }] = await sql.query(`SELECT count(*)::int AS open FROM webhook_deliveries`);
  console.log(`| ${endpoints} | ${open} | ${took[CLAIMS / 2].toFixed(1)} (${took.at(-1).toFixed(1)}) |`);
}
await lading.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit();
