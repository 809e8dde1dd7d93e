import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type TestAgent from 'supertest/lib/agent.js';
import { RequestLogMiddleware } from '../../src/features/request-log/request-log.middleware.js';
import { RequestsRepository } from '../../src/features/request-log/requests.repository.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { operations } from '../support/openapi-document.js';
import { fillPath, seedResources, type SeededResources } from '../support/seeded-resources.js';

interface Row {
  id: number;
}

const ADDRESS = { address: '1 Main St', city: 'Los Angeles', state: 'CA', zip: '90001' };

const lists = operations.filter(
  // Reports also have ranges, but no pages.
  ({ method, parameters }) =>
    method === 'get' &&
    ['created[gte]', 'limit'].every((name) => parameters.some((each) => each.name === name)),
);
const twoWay = lists.filter(({ parameters }) => parameters.some(({ name }) => name === 'ending_before'));

/** Returns a value that no parameter of this type accepts: text that is too long, not a number, or not in the set. */
function buildInvalidValue(schema: object): string {
  const { pattern = '' } = schema as { pattern?: string };
  return new RegExp(pattern || '^\\d+$').test('x'.repeat(300)) ? 'x'.repeat(300) : '-1';
}

/** Fetches every page of a list, forward. */
async function fetchAllPages(
  client: TestAgent,
  path: string,
  limit: number,
  between = async (): Promise<void> => undefined,
) {
  const ids: number[] = [];
  for (let cursor = '', more = true; more; cursor = `&starting_after=${ids.at(-1)}`) {
    const { body } = await client.get(`${path}?limit=${limit}${cursor}`).expect(200);
    ids.push(...body.data.map(({ id }: Row) => id));
    more = body.has_more;
    await between();
  }
  return ids;
}

describe('lists', () => {
  let app: TestApp;
  let org: TestOrganization;
  let world: SeededResources;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
    world = await seedResources(app, org);
    await app.app.get(RequestLogMiddleware).flush();
    // The requests of these tests are not logged, so that the request log does not change either.
    app.app.get(RequestsRepository).insertAll = () => Promise.resolve([]);
  }, 60_000);
  afterAll(() => app.close());

  const pathOf = (path: string): string => fillPath(world, path);
  const all = async (path: string): Promise<Row[]> =>
    (await org.test.get(`${pathOf(path)}?limit=100`).expect(200)).body.data;

  it('are covered by these tests', () => expect(lists.length).toBeGreaterThanOrEqual(10));

  it.each(lists.map(({ path }) => path))('of %s are newest first with an exact has_more', async (path) => {
    const rows = await all(path);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((a, b) => b - a));
    const exact = await org.test.get(`${pathOf(path)}?limit=${rows.length}`).expect(200);
    expect(exact.body.has_more).toBe(false);
    if (rows.length > 1) {
      const short = await org.test.get(`${pathOf(path)}?limit=${rows.length - 1}`).expect(200);
      expect(short.body.has_more).toBe(true);
    }
    const past = await org.test.get(`${pathOf(path)}?starting_after=${rows.at(-1)!.id}`).expect(200);
    expect(past.body).toMatchObject({ data: [], has_more: false, url: pathOf(path) });
  });

  it.each(twoWay.map(({ path }) => path))('of %s page backward from the oldest record', async (path) => {
    const ids = (await all(path)).map(({ id }) => id);
    const { body } = await org.test.get(`${pathOf(path)}?limit=100&ending_before=${ids.at(-1)}`).expect(200);
    expect(body.data.map(({ id }: Row) => id)).toEqual(ids.slice(0, -1));
    expect(body.has_more).toBe(false);
  });

  it.each(lists.filter((list) => !twoWay.includes(list)).map(({ path }) => path))(
    'of %s reject ending_before',
    async (path) => {
      const { body } = await org.test.get(`${pathOf(path)}?ending_before=1`).expect(400);
      expect(body.error.param).toBe('ending_before');
    },
  );

  it.each(
    lists.flatMap(({ path, parameters }) =>
      parameters
        .filter(({ in: place }) => place === 'query')
        .map(({ name, schema }) => [path, name, buildInvalidValue(schema)] as const),
    ),
  )('of %s reject an invalid %s', async (path, param, value) => {
    const { body } = await org.test.get(`${pathOf(path)}?${param}=${value}`).expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
  });

  it('accept a cursor whose record was deleted', async () => {
    const { test } = await app.organization();
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) {
      ids.push((await test.post('/api/v1/addresses').send(ADDRESS).expect(201)).body.id);
    }
    await test.delete(`/api/v1/addresses/${ids[1]}`).expect(200);
    const older = await test.get(`/api/v1/addresses?starting_after=${ids[1]}`).expect(200);
    expect(older.body.data.map(({ id }: Row) => id)).toEqual([ids[0]]);
    const newer = await test.get(`/api/v1/addresses?ending_before=${ids[1]}`).expect(200);
    expect(newer.body.data.map(({ id }: Row) => id)).toEqual([ids[2]]);
  });

  it('return each unchanged record once during concurrent writes', async () => {
    const { test } = await app.organization();
    const add = async (): Promise<number> =>
      (await test.post('/api/v1/addresses').send(ADDRESS).expect(201)).body.id;
    const lasting: number[] = [];
    const passing: number[] = [];
    for (let count = 0; count < 60; count++) (count % 3 === 0 ? passing : lasting).push(await add());

    let writing = true;
    const writer = (async () => {
      while (writing) {
        const victim = passing.pop();
        if (victim !== undefined) await test.delete(`/api/v1/addresses/${victim}`).expect(200);
        await add();
      }
    })();
    const seen = await fetchAllPages(test, '/api/v1/addresses', 3);
    writing = false;
    await writer;

    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
    expect(lasting.filter((id) => !seen.includes(id))).toEqual([]);
  });
});
