import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

describe('keys while their table is locked or missing', () => {
  let app: TestApp;
  let org: TestOrganization;
  let locks: QueryRunner;

  beforeAll(async () => {
    app = await startApp({ DATABASE_LOCK_TIMEOUT: '20ms' });
    org = await app.organization();
    locks = app.sql.createQueryRunner();
  });
  afterAll(async () => {
    await locks.release();
    await app.close();
  });

  const answers = () =>
    Promise.all([
      org.test.get('/api/v1/keys'),
      org.test.get('/api/v1/keys/1'),
      org.test.post('/api/v1/keys/1/roll').send({}),
      org.test.post('/api/v1/keys/1/revoke'),
    ]);

  it('get 503 while it is locked and 500 without it', async () => {
    await locks.startTransaction();
    await locks.query('LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
    const held = await answers();
    await locks.rollbackTransaction();
    expect(held.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    await locks.query('ALTER TABLE api_keys RENAME TO gone_keys');
    const gone = await answers();
    expect(gone.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    expect(gone.map(({ text }) => text).join()).not.toMatch(/relation|gone_|SELECT|stack/);
  });
});

describe('the key API', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ QUOTA_KEYS: '12' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const create = async (body: object = {}, by = org.test) =>
    (await by.post('/api/v1/keys').send(body).expect(201)).body;
  const scoped = async (scopes: string[]) => app.client((await create({ scopes })).key);
  const end = async (key: { id: number }) => org.test.post(`/api/v1/keys/${key.id}/revoke`).expect(200);

  it('creates keys for the mode of the calling key and returns them once', async () => {
    const made = await create({ name: 'Warehouse 4', scopes: ['customers.read'], expires_at: '2099-01-01' });
    expect(made).toMatchObject({
      object: 'key',
      name: 'Warehouse 4',
      mode: 'test',
      scopes: ['customers.read'],
      expires_at: '2099-01-01T00:00:00.000Z',
      revoked_at: null,
      key: expect.stringMatching(/^fk_test_\w{38}$/),
    });
    const { key, ...shown } = made;
    expect(shown.prefix).toBe(key.slice(0, 12));
    expect((await org.test.get(`/api/v1/keys/${made.id}`).expect(200)).body).toEqual(shown);
    const { body } = await org.test.get('/api/v1/keys?limit=100').expect(200);
    expect(body.data[0]).toEqual(shown);
    expect(JSON.stringify(body)).not.toContain(key);
    await app.client(key).get('/api/v1/customers').expect(200);
    await app.client(key).get('/api/v1/keys').expect(403);
    await end(made);
  });

  it('returns 404 for keys of another organization or mode', async () => {
    const made = await create();
    const stranger = await app.organization();
    for (const client of [org.live, stranger.test]) {
      await client.get(`/api/v1/keys/${made.id}`).expect(404);
      await client.post(`/api/v1/keys/${made.id}/roll`).send({}).expect(404);
      await client.post(`/api/v1/keys/${made.id}/revoke`).expect(404);
    }
    await app.client(made.key).get('/api/v1/customers').expect(200);
    expect((await create({}, org.live)).key).toMatch(/^fk_live_/);
    await end(made);
  });

  it('creates no key with more scopes than the calling key', async () => {
    const clerk = await scoped(['keys.read', 'keys.write', 'quotes.read']);
    const refused = await clerk
      .post('/api/v1/keys')
      .send({ scopes: ['quotes.read', 'quotes.write'] })
      .expect(403);
    expect(refused.body.error).toMatchObject({ code: 'insufficient_scope', param: 'scopes' });
    const like = (await clerk.post('/api/v1/keys').send({}).expect(201)).body;
    expect(like.scopes).toEqual(['keys.read', 'keys.write', 'quotes.read']);
    const full = await create();
    await clerk.post(`/api/v1/keys/${full.id}/roll`).send({}).expect(403);
    const revoked = await clerk.post(`/api/v1/keys/${full.id}/revoke`).expect(403);
    expect(revoked.body.error).toMatchObject({ code: 'insufficient_scope' });
    await app.client(full.key).get('/api/v1/customers').expect(200);
    for (const key of [like, full]) await end(key);
  });

  it('creates no key that outlives the calling key', async () => {
    const end = '2098-01-01T00:00:00.000Z';
    const short = await create({ expires_at: end });
    const lasting = await create();
    const by = app.client(short.key);
    const like = (await by.post('/api/v1/keys').send({}).expect(201)).body;
    expect(like.expires_at).toBe(end);
    const later = await by.post('/api/v1/keys').send({ expires_at: '2099-01-01' }).expect(403);
    expect(later.body.error).toMatchObject({ code: 'insufficient_scope', param: 'expires_at' });
    await by.post(`/api/v1/keys/${lasting.id}/roll`).send({}).expect(403);
    const next = (await by.post(`/api/v1/keys/${short.id}/roll`).send({}).expect(200)).body;
    expect(next.expires_at).toBe(end);
    for (const { id } of [like, lasting, next]) await org.test.post(`/api/v1/keys/${id}/revoke`).expect(200);
  });

  it('rolls keys with an overlap and revokes them for good', async () => {
    const old = await create({ name: 'Desk', scopes: ['customers.read'] });
    const rolled = (
      await org.test.post(`/api/v1/keys/${old.id}/roll`).send({ overlap_seconds: 3600 }).expect(200)
    ).body;
    expect(rolled).toMatchObject({ name: 'Desk', scopes: ['customers.read'], expires_at: null });
    for (const { key } of [old, rolled]) await app.client(key).get('/api/v1/customers').expect(200);
    const { body } = await org.test.get(`/api/v1/keys/${old.id}`).expect(200);
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now());

    const next = (await org.test.post(`/api/v1/keys/${rolled.id}/roll`).send({}).expect(200)).body;
    await app.client(rolled.key).get('/api/v1/customers').expect(401);
    const revoked = (await end(next)).body;
    expect(revoked.revoked_at).not.toBeNull();
    expect((await end(next)).body).toEqual(revoked);
    await app.client(next.key).get('/api/v1/customers').expect(401);
    await org.test.post(`/api/v1/keys/${next.id}/roll`).send({}).expect(404);
    await end(old);
  });

  it.each([
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['everything'] }],
    ['scopes', { scopes: ['nothing.read'] }],
    ['expires_at', { expires_at: '2020-01-01' }],
    ['name', { name: 'x'.repeat(101) }],
  ])('rejects an invalid %s', async (param, body) => {
    const refused = await org.test.post('/api/v1/keys').send(body).expect(400);
    expect(refused.body.error).toMatchObject({ code: 'invalid_value', param });
  });

  it('limits the number of keys to the quota', async () => {
    const made: { id: number }[] = [];
    for (let left = 12; left > 0; left--) {
      const { status, body } = await org.test.post('/api/v1/keys').send({});
      if (status === 422) {
        expect(body.error.code).toBe('quota_exceeded');
        break;
      }
      made.push(body);
    }
    await org.test.post('/api/v1/keys').send({}).expect(422);
    const roll = (body: object) => org.test.post(`/api/v1/keys/${made[1]!.id}/roll`).send(body);
    expect((await roll({ overlap_seconds: 60 }).expect(422)).body.error.code).toBe('quota_exceeded');
    await roll({}).expect(200);
    await end(made[0]!);
    await org.test.post('/api/v1/keys').send({}).expect(201);
  });
});
