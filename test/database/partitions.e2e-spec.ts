import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RetentionService } from '../../src/app/retention.service.js';
import { IDS_PER_PARTITION } from '../../src/platform/database/partition-retention.js';
import { RequestLogMiddleware } from '../../src/features/request-log/request-log.middleware.js';
import { WebhookDeliveriesRepository } from '../../src/features/webhooks/webhook-deliveries.repository.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { countPartitionRows } from '../support/database.js';

/** The INSERT of each table. Tables of an endpoint are below. */
const TABLES = {
  api_requests: {
    path: '/api/v1/requests',
    columns: 'request_id, method, path, outcome, status, duration_ms',
    values: `'r', 'GET', '/', 'succeeded', 200, 1`,
  },
  carrier_calls: {
    path: '/api/v1/carrier-calls',
    columns: 'scac, operation, outcome, method, url, request, answer, duration_ms',
    values: `'ACME', 'rate', 'answered', 'GET', 'https://carrier.example', '', '', 1`,
  },
  webhook_deliveries: {
    path: '/api/v1/webhooks/ENDPOINT/deliveries',
    columns: 'endpoint_id, event_id, event_type, ending, status',
    values: `ENDPOINT, 'evt_' || n, 'quote.created', '}', 'delivered'`,
  },
};

describe.each(Object.keys(TABLES) as (keyof typeof TABLES)[])('partitions of %s', (table) => {
  const { path, columns, values } = TABLES[table];
  const owned = table === 'webhook_deliveries';
  let endpoint = 0;
  let app: TestApp;
  let org: TestOrganization;
  /** The number of the open partition. */
  let open: number;

  // Without a worker only the test drops partitions.
  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api', EVENT_RETENTION: '30d' });
    org = await app.organization();
    if (owned) {
      const hook = { url: 'https://receiver.example/', events: ['quote.created'] };
      endpoint = (await org.live.post('/api/v1/webhooks').send(hook).expect(201)).body.id;
    }
    // The test's own requests are not logged.
    await app.app.get(RequestLogMiddleware).onApplicationShutdown();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await age(40);
    await dropOld();
    await sql(`DELETE FROM ${table}`);
    [{ open }] = await sql(`SELECT last_value / ${IDS_PER_PARTITION} AS open FROM ${table}_id_seq`);
  });

  const of = (text: string): string => text.replace('ENDPOINT', `${endpoint}`);
  const sql = (text: string) => app.sql.query(text);
  const dropOld = (): Promise<number> =>
    table === 'webhook_deliveries'
      ? app.app.get(WebhookDeliveriesRepository).dropOldPartitions()
      : app.app.get(RetentionService).deleteOld(table);
  const part = (more: number): string => `${table}_p${open + more}`;
  const insertion = (rows: number): string =>
    `INSERT INTO ${table} (organization_id, mode, ${columns})
     SELECT ${org.id}, 'live', ${of(values)} FROM generate_series(1, ${rows}) n RETURNING id`;
  const insert = async (rows = 1): Promise<number[]> =>
    (await sql(insertion(rows))).map(({ id }: { id: number }) => id);
  const age = (days: number, among = table as string) =>
    sql(`UPDATE ${among} SET created_at = now() - ${days} * interval '1 day'`);
  const shown = async (query = ''): Promise<number[]> => {
    const { body } = await org.live.get(`${of(path)}?limit=100${query}`).expect(200);
    return body.data.map(({ id }: { id: number }) => id);
  };
  const counts = () => countPartitionRows(app.sql, table);

  it('start every sixth of the retention, with the next one created in advance', async () => {
    const [first] = await insert();
    await age(4.9);
    await dropOld();
    const [second] = await insert();
    expect(second).toBe(first! + 1);
    await age(5.1);
    expect(await dropOld()).toBe(0);
    const [third] = await insert();
    expect(third).toBe((open + 1) * IDS_PER_PARTITION);
    expect(await dropOld()).toBe(0);
    expect(await counts()).toEqual({ [part(0)]: 2, [part(1)]: 1, [part(2)]: 0 });
    expect(await shown()).toEqual([third, second, first]);
    expect(await shown(`&starting_after=${third}`)).toEqual([second, first]);
  });

  it('are dropped when their newest row has expired, and expired rows are hidden before', async () => {
    const [old, older] = await insert(2);
    await age(6);
    await dropOld();
    const [young] = await insert();
    await age(31, part(0));
    await sql(`UPDATE ${table} SET created_at = now() - interval '29.9 days' WHERE id = ${older}`);
    expect(await dropOld()).toBe(0);
    expect(await counts()).toMatchObject({ [part(0)]: 2 });
    expect(await shown()).toEqual([young, older]);
    await age(30.1, part(0));
    expect(await dropOld()).toBe(1);
    expect(await counts()).toEqual({ [part(1)]: 1, [part(2)]: 0 });
    expect(await shown()).toEqual([young]);
    expect(await shown(`&starting_after=${old}`)).toEqual([]);
  });

  it('are dropped also if no more rows arrive', async () => {
    await insert(3);
    await age(31);
    expect(await dropOld()).toBe(1);
    expect(await dropOld()).toBe(0);
    expect(await counts()).toEqual({ [part(1)]: 0, [part(2)]: 0 });
  });

  it('are dropped once by concurrent processes', async () => {
    await insert();
    await age(6);
    await dropOld();
    await insert();
    await age(31);
    const dropped = await Promise.all([dropOld(), dropOld(), dropOld(), dropOld()]);
    expect(dropped.reduce((a, b) => a + b)).toBe(2);
    const [last] = await insert();
    expect(last).toBe((open + 2) * IDS_PER_PARTITION);
    expect(await counts()).toEqual({ [part(2)]: 1, [part(3)]: 0 });
  });

  it('accept rows after the ids of one are used up', async () => {
    await sql(`SELECT setval('${table}_id_seq', ${(open + 1) * IDS_PER_PARTITION - 2})`);
    const ids = await insert(3);
    expect(ids.at(-1)).toBe((open + 1) * IDS_PER_PARTITION + 1);
    expect(await counts()).toEqual({ [part(0)]: 1, [part(1)]: 2 });
    await dropOld();
    expect(await counts()).toEqual({ [part(0)]: 1, [part(1)]: 2, [part(2)]: 0 });
  });

  it('are dropped after open inserts commit, without blocking other inserts', async () => {
    await insert();
    await age(31);
    const slow = app.sql.createQueryRunner();
    await slow.startTransaction();
    const [{ id }] = (await slow.query(insertion(1))) as [{ id: number }];
    const dropping = dropOld();
    await eventually(async () => {
      const [{ waiting }] = await sql(
        `SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`,
      );
      return waiting === 1;
    });
    const [later] = await insert();
    expect(await shown()).toEqual([later]);
    await slow.commitTransaction();
    await slow.release();
    expect(await dropping).toBe(0);
    expect(await shown()).toEqual([later, id]);
    expect(later).toBe((open + 1) * IDS_PER_PARTITION);
  });

  it('are not dropped during a long read, and inserts continue', async () => {
    await insert();
    await age(6);
    await dropOld();
    await age(31);
    const reader = app.sql.createQueryRunner();
    await reader.startTransaction();
    await reader.query(`SELECT count(*) FROM ${table}`);
    const failed = dropOld().then(
      () => 'dropped',
      (error: Error) => error.message,
    );
    const ids: number[] = [];
    let done = false;
    void failed.then(() => (done = true));
    while (!done) ids.push(...(await insert()));
    expect(await failed).toMatch(/lock timeout/);
    await reader.commitTransaction();
    await reader.release();
    expect((await shown()).length).toBe(Math.min(ids.length, 100));
    expect(await dropOld()).toBe(1);
  }, 30_000);

  it('are read by index, newest first, without sorting', async () => {
    for (let more = 0; more < 10; more++) {
      await insert(2_000);
      await age(6, part(more));
      await dropOld();
    }
    await sql(`ANALYZE ${table}`);
    expect(Object.keys(await counts()).length).toBeGreaterThanOrEqual(11);
    const [{ 'QUERY PLAN': plan }] = await sql(
      `EXPLAIN (FORMAT JSON, ANALYZE) SELECT * FROM ${table} WHERE organization_id = ${org.id} AND mode = 'live'
       ${owned ? `AND endpoint_id = ${endpoint}` : ''} AND created_at > now() - interval '30 days' ORDER BY id DESC LIMIT 21`,
    );
    const text = JSON.stringify(plan);
    expect(text).not.toMatch(/"(Sort|Seq Scan|Merge Append)"/);
    expect(text).toMatch(/"Append"/);
    const read = [...text.matchAll(/"Relation Name":"(\w+)"[^{}]*"Actual Loops":(\d+)/g)];
    // The open partition and the next one are empty, and the previous one has the whole page. No other is read.
    expect(read.filter(([, , loops]) => loops !== '0').map(([, name]) => name)).toEqual([
      part(11),
      part(10),
      part(9),
    ]);
  });
});
