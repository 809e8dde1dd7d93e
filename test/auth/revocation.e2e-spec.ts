import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { MemberAdmin } from '../../src/features/members/member-admin.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { startReplicatedPostgres, type ReplicatedPostgres } from '../support/standby.js';

const KEYS = '/api/v1/keys';
const LISTS = ['/api/v1/quotes', '/api/v1/freight', '/api/v1/customers', '/api/v1/reports/spend'];

/**
 * Two API processes. The second one reads lists from a replica that has stopped replaying, so everything that it learns
 * about rights must come from the primary.
 */
describe('access that ends in one process, with a replica that lags', () => {
  let servers: ReplicatedPostgres;
  let first: TestApp;
  let second: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    servers = await startReplicatedPostgres();
    const env = { DATABASE_URL: servers.primary, PROCESS_ROLE: 'api', PUBLIC_URL: 'http://localhost:3000' };
    first = await startApp(env);
    second = await startApp({ ...env, DATABASE_READ_URL: servers.standby.url });
    org = await first.organization();
    await eventually(async () => (await second.client(org.testKey).get('/api/v1/quotes')).status === 200);
    await servers.standby.pause();
  }, 120_000);
  afterAll(async () => {
    await first?.close();
    await second?.close();
    await servers?.stop();
  });

  const statuses = async (send: (path: string) => PromiseLike<Response>): Promise<number[]> => {
    const answers = [];
    for (const path of LISTS) answers.push((await send(path)).status);
    return answers;
  };
  const all = (status: number): number[] => LISTS.map(() => status);

  /** Signs a member in at the second process. */
  async function signIn(role: 'admin' | 'viewer') {
    const email = `${role}@acme.example`;
    const { member, link } = await first.app.get(MemberAdmin).add(org.id, { email, role });
    const [, token] = /#token=([\w-]{43})/.exec(link)!;
    const { headers } = await request(second.url).post('/app/session').send({ token });
    const cookie = (headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
    const page = { Cookie: cookie, 'Lading-Mode': 'test', 'Sec-Fetch-Site': 'same-origin' };
    return { id: member.id, get: (path: string) => request(second.url).get(path).set(page) };
  }

  it('refuses a revoked key in the other process', async () => {
    const { body } = await org.test.post(KEYS).send({ name: 'stolen' }).expect(201);
    const stolen = second.client(body.key);
    expect(await statuses((path) => stolen.get(path))).toEqual(all(200));
    await org.test.post(`${KEYS}/${body.id}/revoke`).expect(200);
    await eventually(async () => (await stolen.get(LISTS[0]!)).status === 401);
    expect(await statuses((path) => stolen.get(path))).toEqual(all(401));
  });

  it('refuses the old key of a roll without an overlap, and accepts the new one at once', async () => {
    const { body } = await org.test.post(KEYS).send({ name: 'rolled' }).expect(201);
    const old = second.client(body.key);
    await old.get(LISTS[0]!).expect(200);
    const rolled = await org.test.post(`${KEYS}/${body.id}/roll`).send({ overlap_seconds: 0 }).expect(200);
    await second.client(rolled.body.key).get(LISTS[0]!).expect(200);
    await eventually(async () => (await old.get(LISTS[0]!)).status === 401);
  });

  it('refuses a removed member in the other process', async () => {
    const member = await signIn('viewer');
    expect(await statuses((path) => member.get(path))).toEqual(all(200));
    await org.live.delete(`/api/v1/members/${member.id}`).expect(200);
    await eventually(async () => (await member.get(LISTS[0]!)).status === 401);
    expect(await statuses((path) => member.get(path))).toEqual(all(401));
  });

  it('applies a smaller role in the other process', async () => {
    await first.app.get(MemberAdmin).add(org.id, { email: 'other@acme.example', role: 'admin' });
    const member = await signIn('admin');
    await member.get(KEYS).expect(200);
    await org.live.patch(`/api/v1/members/${member.id}`).send({ role: 'viewer' }).expect(200);
    await eventually(async () => (await member.get(KEYS)).status === 403);
  });
});
