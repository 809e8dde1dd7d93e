/** Ten carriers that answer after 100 ms, and an eleventh that never does: what shopping for rates costs. `npm run bench:rates`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../test/support/run-source.mjs';
import { CarrierConnectionsService } from '../dist/src/carriers/carrier-connections.service.js';
import { OrganizationsService } from '../dist/src/identity/organizations.service.js';
import { serve } from '../dist/src/start.js';

const { FakeRl, RL_KEY } = await import('../test/fakes/fake-rl.ts');
const DEADLINE_MS = 2_000;
const LATENCY_MS = 100;
const ROUNDS = 31;
const SCACS = ['AAAA', 'BBBB', 'CCCC', 'DDDD', 'EEEE', 'FFFF', 'GGGG', 'HHHH', 'IIII', 'JJJJ'];

const [answering, hanging] = [await new FakeRl().listen(), await new FakeRl().listen()];
answering.latencyMs = LATENCY_MS;
hanging.behaviour = 'hang';
const dataDir = mkdtempSync(join(tmpdir(), 'lading-rates-'));
const lading = await serve({
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_ENABLED: 'false',
    QUOTE_DEADLINE: `${DEADLINE_MS}ms`,
    // The one that hangs is asked each time.
    OUTBOUND_REST: '0s',
  },
});

try {
  const { organization, liveKey } = await lading.app.get(OrganizationsService).create('Rates');
  const connect = (scac, { url: base_url }) =>
    lading.app
      .get(CarrierConnectionsService)
      .connect(
        { organizationId: organization.id, mode: 'live' },
        { adapter: 'rl', scac, settings: { api_key: RL_KEY, base_url } },
      );
  for (const scac of SCACS) await connect(scac, answering);
  await rounds(liveKey, 5);
  const without = await rounds(liveKey, ROUNDS);
  await connect('ZZZZ', hanging);
  const beside = await rounds(liveKey, ROUNDS);
  const rows = [
    { figure: 'p50, ten carriers at 100 ms', ms: without, reach: 120 },
    { figure: 'p50, an eleventh that hangs', ms: beside, reach: DEADLINE_MS + 50 },
  ];
  console.table(rows.map((row) => ({ ...row, met: row.ms <= row.reach ? 'yes' : 'NO' })));
  if (rows.some(({ ms, reach }) => ms > reach)) process.exitCode = 1;
} finally {
  await lading.close();
  await Promise.all([answering.close(), hanging.close()]);
  rmSync(dataDir, { recursive: true, force: true });
}

/** The median of so many requests, one after the other, in milliseconds. */
async function rounds(key, count) {
  const times = [];
  for (let round = 0; round < count; round++) {
    const start = performance.now();
    const response = await fetch(`${lading.url}/api/v1/quotes`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
        destination: { city: 'Chicago', state: 'IL', zip: '60601' },
        items: [{ weight: 500, freight_class: '70', length: 48, width: 40, height: 48 }],
      }),
    });
    const { data } = await response.json();
    if (data?.length !== 3 * SCACS.length) throw new Error(`${response.status}, ${data?.length} quotes`);
    times.push(performance.now() - start);
  }
  return Math.round(times.sort((a, b) => a - b)[count >> 1]);
}
