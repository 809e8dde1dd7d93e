/**
 * Measures rate shopping with ten carriers that respond after 100 ms and an eleventh that never responds. The baseline is
 * ten bare calls with the same bytes to the same carriers in the same minute. `npm run bench rates`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../test/support/run-source.mjs';
import { CarrierCallLog } from '../dist/src/features/carriers/calls/carrier-call-log.js';
import { CarrierConnectionsService } from '../dist/src/features/carriers/carrier-connections.service.js';
import { OrganizationsService } from '../dist/src/platform/auth/organizations.service.js';
import { serve } from '../dist/src/app/server.js';

const { RL_KEY } = await import('../test/fakes/fake-rl.ts');
const DEADLINE_MS = 2_000;
const LATENCY_MS = 100;
const ROUNDS = 31;
const SCACS = ['AAAA', 'BBBB', 'CCCC', 'DDDD', 'EEEE', 'FFFF', 'GGGG', 'HHHH', 'IIII', 'JJJJ'];

const [answering, hanging] = await Promise.all([fakeCarrier('normal'), fakeCarrier('hang')]);
const dataDir = mkdtempSync(join(tmpdir(), 'lading-rates-'));
const lading = await serve({
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_ENABLED: 'false',
    QUOTE_DEADLINE: `${DEADLINE_MS}ms`,
    // Without a circuit breaker, so that the hanging carrier is called each time.
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
  await median(5, () => quote(liveKey));
  const call = await sameCall(liveKey);
  await median(5, () => bare(call));
  // Alternates, so that other load on the machine affects both.
  const [alone, without] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await timed(() => bare(call)));
    without.push(await timed(() => quote(liveKey)));
  }
  await connect('ZZZZ', hanging);
  const beside = await median(ROUNDS, () => quote(liveKey));
  const rows = [
    { figure: 'p50, ten bare calls at 100 ms', ms: middle(alone) },
    { figure: 'p50, ten carriers at 100 ms', ms: middle(without), reach: 120 },
    { figure: 'p50, an eleventh that hangs', ms: beside, reach: DEADLINE_MS + 50 },
  ];
  console.table(
    rows.map((row) => ({ ...row, ...(row.reach && { met: row.ms <= row.reach ? 'yes' : 'NO' }) })),
  );
  if (rows.some(({ ms, reach = Infinity }) => ms > reach)) process.exitCode = 1;
} finally {
  await lading.close();
  answering.stop();
  hanging.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function fakeCarrier(behaviour) {
  const child = fork(join(import.meta.dirname, 'support/fake-rl.mjs'), [String(LATENCY_MS), behaviour]);
  const [url] = await once(child, 'message');
  return { url, stop: () => child.disconnect() };
}

async function quote(key) {
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
}

/** Returns the last request of the service to a carrier. */
async function sameCall(key) {
  await lading.app.get(CarrierCallLog).write();
  const headers = { Authorization: `Bearer ${key}` };
  const { data } = await (await fetch(`${lading.url}/api/v1/carrier-calls?limit=1`, { headers })).json();
  return { url: data[0].url, body: data[0].request };
}

/** Makes ten concurrent calls and parses the responses as JSON. */
async function bare({ url, body }) {
  const headers = { apiKey: RL_KEY, 'Content-Type': 'application/json' };
  await Promise.all(
    SCACS.map(async () => {
      const response = await fetch(url, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`bare call: ${response.status}`);
      await response.json();
    }),
  );
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Returns the median of `count` sequential calls, in milliseconds. */
async function median(count, work) {
  const times = [];
  for (let round = 0; round < count; round++) times.push(await timed(work));
  return middle(times);
}

function middle(times) {
  return Math.round(times.toSorted((a, b) => a - b)[times.length >> 1]);
}
