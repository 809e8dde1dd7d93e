/**
 * Starts fake carriers on this machine and a service whose live mode is connected to all of them. The service uses an empty
 * database that is dropped at the end. `npm run carriers:fake -- rl=hang xpo=503` makes some carriers
 * fail: decline, hang, reset, lost, html, truncated, empty, wrong_shape, 401, 429, 500 or 503.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../test/support/run-source.mjs';
import { CarrierConnectionsService } from '../dist/src/features/carriers/carrier-connections.service.js';
import { OrganizationsService } from '../dist/src/platform/auth/organizations.service.js';
import { serve } from '../dist/src/app/server.js';

const { startFakeCarriers, startFurtherFakeCarriers } = await import('../test/fakes/fake-carriers.ts');
const carriers = [...(await startFakeCarriers()), ...(await startFurtherFakeCarriers())];
for (const word of process.argv.slice(2)) {
  const [name, behaviour] = word.split('=');
  const carrier = carriers.find(({ adapter }) => adapter === name);
  if (!carrier || !behaviour) {
    const names = carriers.map(({ adapter }) => adapter).join(', ');
    process.stderr.write(`"${word}" is not one of ${names}, = and how it behaves.\n`);
    process.exit(1);
  }
  carrier.fake.behaviour = /^\d+$/.test(behaviour) ? Number(behaviour) : behaviour;
}

const dataDir = mkdtempSync(join(tmpdir(), 'lading-fakes-'));
const lading = await serve({ env: { LOG_LEVEL: 'warn', ...process.env, DATA_DIR: dataDir } });
const { organization, liveKey } = await lading.app.get(OrganizationsService).create('Fakes');
const connections = lading.app.get(CarrierConnectionsService);
for (const { adapter, scac, settings } of carriers) {
  await connections.connect({ organizationId: organization.id, mode: 'live' }, { adapter, scac, settings });
}

// The eBOL carrier has no rates, so a tariff provides them.
const tariff = {
  name: 'Agreed 2026',
  scac: 'ODFL',
  carrier_name: 'Old Dominion Freight Line',
  transit_days: 4,
};
const rates =
  'origin,destination,class,minimum,L5C,M5C,M1M,M2M,M5M,M10M,M20M\n' +
  'US,US,70,95.00,120.00,95.00,80.00,65.00,50.00,40.00,35.00\n';
const headers = { Authorization: `Bearer ${liveKey}` };
const { id: tariffId } = await (
  await fetch(`${lading.url}/api/v1/tariffs`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(tariff),
  })
).json();
await fetch(`${lading.url}/api/v1/tariffs/${tariffId}/rates`, {
  method: 'PUT',
  headers: { ...headers, 'Content-Type': 'text/csv' },
  body: rates,
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void stop());

async function stop() {
  await lading.close();
  await Promise.all(carriers.map(({ fake }) => fake.close()));
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
}

const api = `${lading.url}/api/v1`;
const call = (method, path, body) =>
  [
    `curl -s -X ${method} ${api}${path} -H 'Authorization: Bearer ${liveKey}'`,
    ...(body ? [`  -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`] : []),
  ].join(' \\\n');
const side = (company, phone) => ({ company, contact: 'Ann', address: '12 S Main St', phone });

process.stdout.write(`
Lading listens on ${lading.url}, its live mode connected to fakes on this machine:

${carriers.map(({ scac, adapter, fake }) => `  ${scac}  ${adapter.padEnd(8)} ${fake.url}  ${fake.behaviour}`).join('\n')}

The live key of the organization:  ${liveKey}

1. Prices of all of them, one for each service level:

${call('POST', '/quotes', {
  origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
  destination: { city: 'Chicago', state: 'IL', zip: '60601' },
  items: [{ weight: 500, freight_class: '70', length: 48, width: 40, height: 48 }],
})}

2. A shipment of quote 1 (the prices name their carriers), then its booking with the carrier:

${call('POST', '/freight', {
  quote_id: 1,
  ship_from: side('Acme Manufacturing', '555-222-6666'),
  ship_to: side('Lakeside Stores', '555-333-7777'),
  freight: { description: 'Machine parts' },
})}

${call('POST', '/freight/1/book')}

3. Where it is, as the carrier says (its PRO number is in the answer above):

${call('POST', '/tracking/PRO_NUMBER/refresh')}

4. What R+L keeps of it: its own bill of lading a minute or two after the booking. Once its fake has handed over all that it
   booked and tracking knows, the signed receipt and the invoice appear:

${call('GET', '/freight/1/documents')}

curl -s -X POST ${carriers.find(({ adapter }) => adapter === 'rl').fake.url}/fake/deliver
${call('POST', '/tracking/PRO_NUMBER/refresh')}

5. What was said to carriers, and what they answered:

${call('GET', '/carrier-calls?limit=5')}

Ctrl-C ends it all and leaves nothing behind.
`);
