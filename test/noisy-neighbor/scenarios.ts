import { rateRequest } from '../support/factories.ts';
import { createDraft, type Measure } from './light-tenant.ts';
import { ENDPOINT_COUNT, type Cluster } from './cluster.ts';

export interface Scenario {
  name: string;
  measures: readonly Measure[];
  /** Everything that stands before the loud one begins: the quiet one is measured alone after it. */
  prepare?(town: Cluster): Promise<void>;
  start(town: Cluster): Promise<unknown>;
  /** Takes away what would be under way for minutes. */
  cleanUp?(town: Cluster): Promise<void>;
}

const REQUESTS = ['requests'] as const;
const WEBHOOKS = ['requests', 'webhooks'] as const;
const MANY_LINES = { ...rateRequest(), items: buildItems(500) };
const DELIVERY_COUNT = 300_000;
/** Papers of the loud one: more than it gets printed, since one that is opened again costs nothing. */
const PRINTED_COUNT = 80;
const ABORTED_COUNT = 20;
const pdfPaths: string[] = [];
let quoteIds: number[] = [];

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
 * As many endpoints as the quota has, each at an address of its own; by SQL, since the limit of requests counts here. Each has a
 * secret that is sealed for it: what can't be signed isn't sent.
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
    // The worker writes what came of the same deliveries, in another order: who meets it begins again.
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
    name: '12 bills of lading of 300 lines at once, and 10 that are given up',
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
    name: 'a flood of connections that ask for nothing',
    measures: REQUESTS,
    start: (town) =>
      town.startLoad('connect', { url: town.api.url, count: 6_000, text: 'GET / HTTP/1.1\r\nHo' }),
  },
  {
    name: 'names of receivers that do not resolve: failures and silence',
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
