import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { parse } from 'csv-parse/sync';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { rateRequest } from '../support/factories.js';

const MOST_BYTES = 1_000_000;
/** The size of the first batch of a page. */
const FIRST_ROWS = 20;

interface Listed {
  data: { id: number }[];
  has_more: boolean;
}

/** A quote of 500 lines has about 170 KB, so a hundred of them would be 17 MB. */
describe('a list of large records', () => {
  let app: TestApp;
  let org: TestOrganization;
  let ids: number[];

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
    const items = Array.from({ length: 500 }, (_, index) => ({
      weight: 20,
      freight_class: '92.5',
      length: 12,
      width: 10,
      height: 8,
      description: `Machine parts, box ${index}`,
    }));
    for (let time = 0; time < 3; time++)
      await org.test
        .post('/api/v1/quotes')
        .send({ ...rateRequest(), items })
        .expect(201);
    const rows: { id: number }[] = await app.sql.query('SELECT id FROM quotes ORDER BY id DESC');
    ids = rows.map(({ id }) => Number(id));
  });
  afterAll(() => app.close());

  const page = async (query: string): Promise<Listed> => {
    const { body, text } = await org.test.get(`/api/v1/quotes?limit=100${query}`).expect(200);
    expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES + 1_000);
    return body as Listed;
  };
  const idsOf = ({ data }: Listed): number[] => data.map(({ id }) => id);

  it('returns shorter pages without gaps or repeats', async () => {
    expect(ids.length).toBeGreaterThan(FIRST_ROWS);
    let listed = await page('');
    const seen = idsOf(listed);
    expect(seen.length).toBeLessThan(FIRST_ROWS);
    while (listed.has_more) {
      listed = await page(`&starting_after=${seen.at(-1)}`);
      seen.push(...idsOf(listed));
    }
    expect(seen).toEqual(ids);
  });

  it('returns shorter pages backward without gaps or repeats', async () => {
    const seen = [ids.at(-1)!];
    for (let listed: Listed; ;) {
      listed = await page(`&ending_before=${seen[0]}`);
      seen.unshift(...idsOf(listed));
      if (!listed.has_more) break;
    }
    expect(seen).toEqual(ids);
  });

  it('returns the requested number of rows as CSV', async () => {
    const csv = async (query: string): Promise<string[]> => {
      const { text } = await org.test.get(`/api/v1/quotes${query}`).set('Accept', 'text/csv').expect(200);
      return (parse(text, { columns: true }) as { id: string }[]).map(({ id }) => id);
    };
    expect(await csv('')).toEqual(ids.map(String));
    expect(await csv('?limit=23')).toEqual(ids.slice(0, 23).map(String));
  });

  it('is complete for concurrent requests, as JSON and as CSV', async () => {
    const times = Array.from({ length: 4 }, (_, time) => time);
    const lists = await Promise.all(times.map(() => page('')));
    expect(new Set(lists.map((listed) => String(idsOf(listed)))).size).toBe(1);
    const files = await Promise.all(
      times.map(() => org.test.get('/api/v1/quotes').set('Accept', 'text/csv').expect(200)),
    );
    for (const { text } of files)
      expect((parse(text, { columns: true }) as { id: string }[]).map(({ id }) => id)).toEqual(
        ids.map(String),
      );
  });

  it('stays available while other clients do not read their response', async () => {
    const { hostname, port } = new URL(app.url);
    const silent = Array.from({ length: 5 }, () => connect(Number(port), hostname).pause());
    try {
      for (const socket of silent)
        socket.write(
          `GET /api/v1/quotes?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${org.testKey}\r\n\r\n`,
        );
      expect(idsOf(await page('&starting_after=0'))).toEqual([]);
      expect(idsOf(await page('')).length).toBeGreaterThan(0);
    } finally {
      for (const socket of silent) socket.destroy();
    }
  });
});

describe('a list of small records', () => {
  it('returns the requested number of records on each path', async () => {
    const app = await startApp({ PROCESS_ROLE: 'api' });
    const org = await app.organization();
    await app.sql.query(
      `INSERT INTO customers (organization_id, mode, name) SELECT $1, 'test', 'Ann' FROM generate_series(1, 60)`,
      [org.id],
    );
    for (const [limit, length, more] of [
      [19, 19, true],
      [20, 20, true],
      [21, 21, true],
      [59, 59, true],
      [60, 60, false],
      [100, 60, false],
    ] as const) {
      const { body } = await org.test.get(`/api/v1/customers?limit=${limit}`).expect(200);
      expect([limit, (body as Listed).data.length, (body as Listed).has_more]).toEqual([limit, length, more]);
    }
    await app.close();
  });
});
