/** Measures the import, the export and the rating of a tariff of 100,000 rows. `npm run bench tariffs`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../test/support/run-source.mjs';
import { OrganizationsService } from '../dist/src/platform/auth/organizations.service.js';
import { serve } from '../dist/src/app/server.js';
import { TariffRatingService } from '../dist/src/features/tariffs/tariff-rating.service.js';

const { toCsv, buildRateRows, TARIFF } = await import('../test/support/factories.ts');
const ROWS = 100_000;
const ROUNDS = 501;
const REACH_MS = 5;
const dataDir = mkdtempSync(join(tmpdir(), 'lading-tariffs-'));
const lading = await serve({
  env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_ENABLED: 'false' },
});

try {
  const { organization, liveKey } = await lading.app.get(OrganizationsService).create('Tariffs');
  const call = async (method, path, type, body) => {
    const headers = { Authorization: `Bearer ${liveKey}`, ...(type && { 'Content-Type': type }) };
    const sent = { method, headers, ...(body && { body }) };
    const response = await fetch(`${lading.url}/api/v1/tariffs${path}`, sent);
    if (!response.ok) throw new Error(`${method} ${path} → ${response.status} ${await response.text()}`);
    return response.text();
  };
  const { id } = JSON.parse(await call('POST', '', 'application/json', JSON.stringify(TARIFF)));
  const file = toCsv(buildRateRows(ROWS));
  const figures = [];
  const time = async (figure, work) => {
    const start = performance.now();
    const result = await work();
    figures.push({ figure, ms: Math.round(performance.now() - start) });
    return result;
  };
  await time('import, the first', () => call('PUT', `/${id}/rates`, 'text/csv', file));
  await time('import, in place of another', () => call('PUT', `/${id}/rates`, 'text/csv', file));
  const exported = await time('export', () => call('GET', `/${id}/rates`));
  if (exported !== file) throw new Error('The export differs from the import.');

  const prices = lading.app.get(TariffRatingService);
  const tenant = { organizationId: organization.id, mode: 'live' };
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const request = requestOf(round);
    const start = performance.now();
    const [{ outcome, reason }] = await prices.rateAll(tenant, request);
    times.push(performance.now() - start);
    if (outcome !== 'rated') throw new Error(reason);
  }
  times.sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((part) => Number(times[Math.floor(part * ROUNDS)].toFixed(2)));
  console.table(figures);
  console.table([
    { figure: `rating by ${ROWS} rows`, p50, p99, reach: REACH_MS, met: p50 <= REACH_MS ? 'yes' : 'NO' },
  ]);
  if (p50 > REACH_MS) process.exitCode = 1;
} finally {
  await lading.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Builds a request for another lane and three classes each time, so that no lookup repeats. */
function requestOf(round) {
  const zip = (prefix) => `${prefix}01`;
  const item = (freightClass, weight) => ({
    quantity: 1,
    handling_unit_type: 'pallet',
    weight,
    freight_class: freightClass,
    length: 48,
    width: 40,
    height: 48,
    stackable: false,
  });
  return {
    origin: { city: 'A', state: 'MA', zip: zip(100 + (round % 50)) },
    destination: { city: 'B', state: 'IA', zip: zip(500 + ((round * 7) % 100)) },
    items: [item('70', 400 + round), item('92.5', 300), item('125', 200)],
    accessorials: [],
    limitedAccess: {},
    shipDate: '2026-06-15',
    declaredValueCents: null,
    terms: 'prepaid',
    billTo: null,
  };
}
