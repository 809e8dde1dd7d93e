import { freightRequest, rateRequest } from '../support/factories.ts';
import { createDraft, type Measure } from './light-tenant.ts';
import { ENDPOINT_COUNT, type Cluster } from './cluster.ts';

export interface Scenario {
  name: string;
  measures: readonly Measure[];
  /** Prepares the scenario before the load. The light tenant is measured alone after it. */
  prepare?(town: Cluster): Promise<void>;
  start(town: Cluster): Promise<unknown>;
  /** Removes work that would last for minutes. */
  cleanUp?(town: Cluster): Promise<void>;
}

const REQUESTS = ['requests'] as const;
const WEBHOOKS = ['requests', 'webhooks'] as const;
const MANY_LINES = { ...rateRequest(), items: buildItems(500) };
const DELIVERY_COUNT = 300_000;
/** PDFs of the heavy tenant: more than it gets printed, because reopening one costs nothing. */
const PRINTED_COUNT = 80;
const ABORTED_COUNT = 20;
const pdfPaths: string[] = [];
let quoteIds: number[] = [];
const SHIPMENT_COUNT = 60_000;
/** One below the limit of a test key. */
const PER_SECOND = 24;
const WORST_LIST =
  '/api/v1/freight?limit=100&status=draft,created,booked,tendered,carrier_accepted,scheduled,in_transit,delivered,voided' +
  '&tracking_status=pending,picked_up,in_transit,out_for_delivery,delivered,exception,cancelled&reference=x&attention=true';
let hasShipments = false;
const IMPORTED_COUNT = 10_000;
const CSV = { 'content-type': 'text/csv' };
const CSV_LIST = { accept: 'text/csv' };

/** The worst single request of each list, report and import that can be expensive. */
const SINGLE_REQUESTS: { name: string; path: string; headers?: object; body?: () => string }[] = [
  { name: 'the list of shipments with every filter', path: WORST_LIST },
  { name: 'the search of shipments', path: '/api/v1/freight?limit=100&q=los+angeles+no-such-word' },
  { name: 'the list of large quotes', path: '/api/v1/quotes?limit=100' },
  { name: 'the CSV list of shipments', path: '/api/v1/freight', headers: CSV_LIST },
  { name: 'the report of spend', path: '/api/v1/reports/spend' },
  { name: 'the report of transit', path: '/api/v1/reports/transit' },
  { name: 'the report of billing', path: '/api/v1/reports/billing' },
  {
    name: `the import of ${IMPORTED_COUNT} addresses`,
    path: '/api/v1/addresses/import',
    headers: CSV,
    body: () => buildFile('address,city,state,zip', (row) => `${row} Main St,Los Angeles,CA,90001`),
  },
  {
    name: `the import of ${IMPORTED_COUNT} products`,
    path: '/api/v1/products/import',
    headers: CSV,
    body: () => buildFile('sku,name', (row) => `P-${row},Machine parts ${row}`),
  },
];

function buildFile(header: string, buildRow: (row: number) => string): string {
  return [header, ...Array.from({ length: IMPORTED_COUNT }, (_, row) => buildRow(row))].join('\n');
}

function buildItems(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    weight: 20,
    freight_class: '92.5',
    length: 12,
    width: 10,
    height: 8,
    description: `Machine parts, box ${index + 1}`,
  }));
}

/**
 * Creates as many endpoints as the quota allows, each with its own address and encrypted secret. Uses SQL, because the
 * API has a rate limit.
 */
async function createEndpoints(
  town: Cluster,
  url: (number: string) => string,
  count = ENDPOINT_COUNT,
): Promise<void> {
  const { id, secret } = await town.call<{ id: number; secret: string }>(
    town.heavyTenant.live,
    'POST',
    'webhooks',
    {
      url: url('0'),
      events: ['customer.created'],
    },
  );
  const { rows } = await town.sql.query<{ id: string }>(
    `INSERT INTO webhook_endpoints (organization_id, mode, url, events, sealed_secret, secret_prefix)
     SELECT organization_id, mode, replace($2, '#', n::text), events, sealed_secret, secret_prefix
     FROM webhook_endpoints, generate_series(1, $3::int) AS n WHERE id = $1 RETURNING id`,
    [id, url('#'), count - 1],
  );
  const place = { table: 'webhook_endpoints', organizationId: town.heavyTenant.id, mode: 'live' };
  await town.sql.query(
    `UPDATE webhook_endpoints e SET sealed_secret = s.sealed FROM unnest($1::bigint[], $2::bytea[]) AS s (id, sealed)
     WHERE e.id = s.id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => town.secrets.seal(secret, { ...place, id: Number(row.id) })),
    ],
  );
}

async function deleteEndpoints(town: Cluster): Promise<void> {
  try {
    await town.sql.query('DELETE FROM webhook_endpoints WHERE organization_id = $1', [town.heavyTenant.id]);
  } catch (error) {
    // The worker updates the same deliveries in another order, so a deadlock is retried.
    if ((error as { code?: string }).code !== '40P01') throw error;
    await deleteEndpoints(town);
  }
}

async function createLargeQuotes(town: Cluster): Promise<void> {
  if (quoteIds.length > 0) return;
  for (let time = 0; time < 10; time++) {
    const { data } = await town.call<{ data: { id: number }[] }>(
      town.heavyTenant.test,
      'POST',
      'quotes',
      MANY_LINES,
    );
    quoteIds.push(...data.map(({ id }) => id));
  }
}

/** Stores delivered copies of one shipment of the heavy tenant. */
async function createShipments(town: Cluster): Promise<void> {
  if (hasShipments) return;
  hasShipments = true;
  const { data } = await town.call<{ data: { id: number }[] }>(
    town.heavyTenant.test,
    'POST',
    'quotes',
    rateRequest(),
  );
  const { id } = await town.call<{ id: number }>(
    town.heavyTenant.test,
    'POST',
    'freight',
    freightRequest(data[0]!.id),
  );
  const { rows } = await town.sql.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = 'freight' AND column_name <> 'id'`,
  );
  const columns = rows.map(({ name }) => name);
  const changed: Record<string, string> = {
    bol_number: `lpad((n + 7000000)::text, 17, '0')`,
    pro_number: 'n::text',
    status: `'delivered'`,
    created_at: `now() - n * interval '1 minute'`,
  };
  await town.sql.query(
    `INSERT INTO freight (${columns.join(', ')}) SELECT ${columns.map((name) => changed[name] ?? name).join(', ')}
     FROM (SELECT * FROM freight WHERE id = $1) AS original, generate_series(1, $2::int) AS n`,
    [id, SHIPMENT_COUNT],
  );
  await town.sql.query('VACUUM ANALYZE freight');
}

const toHeavyCaller = (town: Cluster, mode: 'test' | 'live') => ({
  url: town.api.url,
  key: town.heavyTenant[mode],
});

export const SCENARIOS: Scenario[] = [
  {
    name: `${ENDPOINT_COUNT} slow webhook endpoints`,
    measures: WEBHOOKS,
    async prepare(town) {
      const port = (await town.startLoad('receive', { delayMs: 9_500 })) as number;
      await createEndpoints(town, (number) => `http://127.0.0.1:${port}/${number}`);
    },
    start: (town) =>
      town.startLoad('happen', { ...toHeavyCaller(town, 'live'), perSecond: 2, body: { name: 'Bob' } }),
    cleanUp: deleteEndpoints,
  },
  {
    name: `one large event to ${ENDPOINT_COUNT} endpoints, again and again`,
    measures: WEBHOOKS,
    async prepare(town) {
      const port = (await town.startLoad('receive', { delayMs: 0 })) as number;
      await createEndpoints(town, (number) => `http://127.0.0.1:${port}/${number}`);
    },
    start: (town) =>
      town.startLoad('happen', {
        ...toHeavyCaller(town, 'live'),
        perSecond: 1,
        body: {
          name: 'Bob',
          metadata: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 'x'.repeat(500)])),
        },
      }),
    cleanUp: deleteEndpoints,
  },
  {
    name: '12 concurrent bills of lading of 300 lines, 10 of them aborted by the client',
    measures: ['requests', 'papers', 'copies'],
    async prepare(town) {
      const { data } = await town.call<{ data: { id: number }[] }>(town.heavyTenant.test, 'POST', 'quotes', {
        ...rateRequest(),
        items: buildItems(300),
      });
      for (let count = 0; count < PRINTED_COUNT + ABORTED_COUNT; count++)
        pdfPaths.push(await createDraft(town, town.heavyTenant.test, data[0]!.id));
    },
    async start(town) {
      const paths = pdfPaths.splice(0, PRINTED_COUNT);
      await town.startLoad('askInTurn', { ...toHeavyCaller(town, 'test'), paths, atOnce: 12 });
      await town.startLoad('askInTurn', {
        ...toHeavyCaller(town, 'test'),
        paths: pdfPaths,
        atOnce: 10,
        abortAfterMs: 700,
      });
    },
  },
  {
    name: '40 connections that never read lists of 17 MB',
    measures: REQUESTS,
    prepare: createLargeQuotes,
    start: (town) =>
      town.startLoad('connect', {
        url: town.api.url,
        count: 40,
        text: `GET /api/v1/quotes?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${town.heavyTenant.test}\r\n\r\n`,
      }),
  },
  {
    name: 'a flood of public pages',
    measures: REQUESTS,
    start: (town) =>
      town.startLoad('ask', {
        url: town.api.url,
        path: '/openapi.json',
        atOnce: 50,
        retriesImmediately: true,
      }),
  },
  {
    name: 'a flood of bad keys',
    measures: REQUESTS,
    start: (town) =>
      town.startLoad('ask', {
        url: town.api.url,
        key: 'fk_live_bad',
        path: '/api/v1/customers',
        atOnce: 50,
        retriesImmediately: true,
      }),
  },
  {
    name: 'a flood of idle connections',
    measures: REQUESTS,
    start: (town) =>
      town.startLoad('connect', { url: town.api.url, count: 6_000, text: 'GET / HTTP/1.1\r\nHo' }),
  },
  {
    name: 'receiver host names that do not resolve (errors and timeouts)',
    measures: WEBHOOKS,
    prepare: (town) =>
      createEndpoints(town, (number) => `http://${number}.silent.test/`, 500).then(() =>
        createEndpoints(town, (number) => `http://${number}.servfail.test/`, 500),
      ),
    start: (town) =>
      town.startLoad('happen', { ...toHeavyCaller(town, 'live'), perSecond: 2, body: { name: 'Bob' } }),
    cleanUp: deleteEndpoints,
  },
  {
    name: 'a dead carrier with 300 tracked numbers',
    measures: ['requests', 'checks'],
    async prepare(town) {
      const port = (await town.startLoad('playDead', undefined)) as number;
      await town.connectCarrier(town.heavyTenant, 'rl', 'RLCA', {
        api_key: 'x'.repeat(20),
        base_url: `http://127.0.0.1:${port}`,
      });
      await town.call(town.heavyTenant.live, 'POST', 'tracking', {
        tracking_number: '200000',
        carrier: 'RLCA',
      });
      await town.sql.query(
        `INSERT INTO tracked_shipments
           (organization_id, mode, tracking_number, normalized_number, carrier_id, carrier_name, source, next_check_at)
         SELECT organization_id, mode, n, n, carrier_id, carrier_name, source, now() + interval '1 day'
         FROM tracked_shipments, generate_series(200001, 200300) AS n WHERE tracking_number = '200000'`,
      );
    },
    start: (town) =>
      town.sql.query('UPDATE tracked_shipments SET next_check_at = now() WHERE organization_id = $1', [
        town.heavyTenant.id,
      ]),
    async cleanUp(town) {
      await town.sql.query('DELETE FROM tracked_shipments WHERE organization_id = $1', [town.heavyTenant.id]);
    },
  },
  {
    name: 'quotes of 500 lines, 12 at once',
    measures: REQUESTS,
    start: (town) =>
      town.startLoad('ask', {
        ...toHeavyCaller(town, 'test'),
        method: 'POST',
        path: '/api/v1/quotes',
        body: JSON.stringify(MANY_LINES),
        atOnce: 12,
      }),
  },
  {
    name: `lists of ${SHIPMENT_COUNT} shipments with every filter, ${PER_SECOND} a second`,
    measures: WEBHOOKS,
    prepare: createShipments,
    start: (town) =>
      town.startLoad('happen', { ...toHeavyCaller(town, 'test'), perSecond: PER_SECOND, path: WORST_LIST }),
  },
  {
    name: `spend reports over ${SHIPMENT_COUNT} shipments, ${PER_SECOND} a second`,
    measures: WEBHOOKS,
    prepare: createShipments,
    start: (town) =>
      town.startLoad('happen', {
        ...toHeavyCaller(town, 'test'),
        perSecond: PER_SECOND,
        path: '/api/v1/reports/spend',
      }),
  },
  ...SINGLE_REQUESTS.map(({ name, path, headers, body }): Scenario => ({
    name: `${name}, one request after the other`,
    measures: REQUESTS,
    async prepare(town) {
      await createShipments(town);
      await createLargeQuotes(town);
    },
    start: (town) =>
      town.startLoad('ask', {
        ...toHeavyCaller(town, 'test'),
        path,
        atOnce: 1,
        ...(headers && { headers: { ...headers } }),
        ...(body && { method: 'POST', body: body() }),
      }),
  })),
  {
    name: `a sandbox reset of ${DELIVERY_COUNT} deliveries`,
    measures: WEBHOOKS,
    async prepare(town) {
      const { id } = await town.call<{ id: number }>(town.heavyTenant.test, 'POST', 'webhooks', {
        url: 'http://127.0.0.1:9/',
        events: ['customer.created'],
      });
      await town.sql.query(
        `WITH bodies AS (
           INSERT INTO webhook_bodies (organization_id, mode, event_id, beginning)
           SELECT $1, 'test', 'evt_' || n, repeat('x', 400) FROM generate_series(1, $3::int) AS n RETURNING *
         )
         INSERT INTO webhook_deliveries (organization_id, mode, endpoint_id, event_id, event_type, ending, status, attempt_count, delivered_at)
         SELECT organization_id, mode, $2, event_id, 'customer.created', repeat('x', 80), 'delivered', 1, now() FROM bodies`,
        [town.heavyTenant.id, id, DELIVERY_COUNT],
      );
      await town.sql.query('VACUUM ANALYZE webhook_deliveries, webhook_bodies');
    },
    start: (town) =>
      town.startLoad('askOnce', {
        ...toHeavyCaller(town, 'test'),
        method: 'POST',
        path: '/api/v1/sandbox/reset',
      }),
  },
];
