import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { SessionsService } from '../../src/platform/auth/sessions.service.js';
import { MembersService } from '../../src/features/members/members.service.js';
import { MemberAdmin } from '../../src/features/members/member-admin.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import type { Role } from '../../src/platform/auth/roles.js';

const FOREIGN = 'https://evil.example';

const parseToken = (text: string): string => /#token=([\w-]{43})/.exec(text)![1]!;
const live = (organizationId: number) => ({ organizationId, mode: 'live' as const });
const getCookie = ({ headers }: Response): string =>
  (headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;

describe('sign-in', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let org: TestOrganization;
  let http: ReturnType<typeof request>;
  let members: MembersService;
  let operators: MemberAdmin;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startApp({ SMTP_URL: mailbox.url });
    http = request(app.url);
    org = await app.organization();
    members = app.app.get(MembersService);
    operators = app.app.get(MemberAdmin);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  let people = 0;
  const newEmail = (): string => `person${++people}@acme.example`;
  const linkFor = async (role: Role = 'admin', organization = org) => {
    const { member, link } = await operators.add(organization.id, { email: newEmail(), role });
    return { member, token: parseToken(link) };
  };
  const signIn = async (role: Role = 'admin', organization = org) => {
    const { member, token } = await linkFor(role, organization);
    const response = await http.post('/app/session').send({ token }).expect(200);
    return { member, cookie: getCookie(response), body: response.body };
  };
  /** Sends a request as a dashboard page does. */
  const call = (cookie: string, method: 'get' | 'post' | 'delete' | 'patch', path: string, mode = 'test') =>
    http[method](path).set({ Cookie: cookie, 'Lading-Mode': mode, 'Sec-Fetch-Site': 'same-origin' });
  const asked = (email: string) => http.post('/app/session/link').send({ email });

  describe('by mailed link', () => {
    it('sets an HttpOnly SameSite cookie', async () => {
      const { email } = await members.add(live(org.id), { email: newEmail(), role: 'operator', name: 'Ada' });
      await asked(email.toUpperCase()).expect(202);
      const { text, headers } = await mailbox.waitForMail(email);
      expect(headers).toContain('Subject: Sign in to Test');
      const response = await http
        .post('/app/session')
        .send({ token: parseToken(text) })
        .expect(200);
      expect((response.headers['set-cookie'] as unknown as string[])[0]).toMatch(
        /^lading_session=[\w-]{43}; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      );
      expect(response.headers['cache-control']).toBe('no-store');
      const shown = await http.get('/app/session').set('Cookie', getCookie(response)).expect(200);
      expect(shown.body).toEqual(response.body);
      expect(shown.body).toMatchObject({
        object: 'session',
        member: { object: 'member', email, name: 'Ada', role: 'operator' },
        organization: { id: org.id, name: 'Test' },
        role: 'operator',
        scopes: expect.arrayContaining(['freight.write', 'costs.read']),
        modes: ['test', 'live'],
      });
      expect(shown.body.scopes).not.toContain('keys.write');
    });

    it('returns the same response for every address but mails members only', async () => {
      const { email } = await members.add(live(org.id), { email: newEmail(), role: 'viewer' });
      const [known, unknown] = [await asked(email), await asked('nobody@acme.example')];
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
      await mailbox.waitForMail(email);
      const rows = await app.sql.query(`SELECT FROM mails WHERE recipient = 'nobody@acme.example'`);
      expect(rows).toEqual([]);
    });

    it('never stores the token', async () => {
      const { email, id } = await members.add(live(org.id), { email: newEmail(), role: 'viewer' });
      await asked(email).expect(202);
      const token = parseToken((await mailbox.waitForMail(email)).text);
      const rows = await app.sql.query(
        `SELECT l::text AS link, m::text AS mail FROM sign_in_links l JOIN mails m ON m.id = l.mail_id WHERE member_id = $1`,
        [id],
      );
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    it('expires after fifteen minutes', async () => {
      const { email, id } = await members.add(live(org.id), { email: newEmail(), role: 'viewer' });
      await asked(email).expect(202);
      const token = parseToken((await mailbox.waitForMail(email)).text);
      const [row] = await app.sql.query(
        `SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM sign_in_links WHERE member_id = $1`,
        [id],
      );
      expect(row.seconds).toBe(900);
      await app.sql.query('UPDATE sign_in_links SET expires_at = now() WHERE member_id = $1', [id]);
      const { body } = await http.post('/app/session').send({ token }).expect(400);
      expect(body.error).toMatchObject({ code: 'sign_in_link_invalid', param: 'token' });
    });

    it('sends at most three links to a member', async () => {
      const { email, id } = await members.add(live(org.id), { email: newEmail(), role: 'viewer' });
      await Promise.all([1, 2, 3, 4, 5, 6].map(() => asked(email).expect(202)));
      const [row] = await app.sql.query(
        'SELECT count(*)::int AS count FROM sign_in_links WHERE member_id = $1',
        [id],
      );
      expect(row.count).toBe(3);
    });

    it('sends one link per organization of the address', async () => {
      const email = newEmail();
      const other = await app.organization();
      for (const { id } of [org, other]) await members.add(live(id), { email, role: 'viewer' });
      await asked(email).expect(202);
      const seen = [];
      for (const { text } of [await mailbox.waitForMail(email), await mailbox.waitForMail(email)]) {
        const { body } = await http
          .post('/app/session')
          .send({ token: parseToken(text) })
          .expect(200);
        seen.push(body.organization.id);
      }
      expect(seen.sort()).toEqual([org.id, other.id].sort());
    });

    it('adds no mail headers from an organization name', async () => {
      const email = newEmail();
      const other = await app.organization();
      await app.sql.query('UPDATE organizations SET name = $2 WHERE id = $1', [
        other.id,
        'Evil\r\nBcc: victim@evil.example\r\n\r\nHello',
      ]);
      await members.add(live(other.id), { email, role: 'viewer' });
      await asked(email).expect(202);
      const mail = await mailbox.waitForMail(email);
      expect(mail.recipients).toEqual([email]);
      expect(mail.headers).not.toMatch(/^bcc:/im);
      expect(mail.text).toContain('Sign in to Evil Bcc: victim@evil.example Hello as');
    });

    it.each([
      'a@b.example\r\nBcc: c@d.example',
      'a@b.example, c@d.example',
      '',
      'x',
      7,
      null,
      ['a@b.example'],
    ])('rejects %j as an address', async (email) => {
      const { body } = await http.post('/app/session/link').send({ email }).expect(400);
      expect(body.error.param).toBe('email');
    });
  });

  describe('with a token', () => {
    it('works once, also for concurrent requests', async () => {
      const { token } = await linkFor();
      const tries = await Promise.all([1, 2, 3, 4].map(() => http.post('/app/session').send({ token })));
      expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
      await http.post('/app/session').send({ token }).expect(400);
    });

    it('is not used up by GET and HEAD requests', async () => {
      const { token } = await linkFor();
      await http.get(`/app/session?token=${token}`).expect(401);
      await http.head(`/app/session`).expect(401);
      await http.post('/app/session').send({ token }).expect(200);
    });

    it.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}'`, 'é'.repeat(43), 7, null, {}])(
      'rejects %j',
      async (token) => {
        const { body, headers } = await http.post('/app/session').send({ token }).expect(400);
        expect(body.error.param).toBe('token');
        expect(headers['set-cookie']).toBeUndefined();
      },
    );

    it('ignores a session cookie planted before sign-in', async () => {
      const { token } = await linkFor();
      const planted = `lading_session=${'A'.repeat(43)}`;
      const response = await http.post('/app/session').set('Cookie', planted).send({ token }).expect(200);
      expect(getCookie(response)).not.toBe(planted);
      await call(planted, 'get', '/api/v1/quotes').expect(401);
    });

    it('ends the previous session of the browser', async () => {
      const first = await signIn();
      const { token } = await linkFor();
      await http.post('/app/session').set('Cookie', first.cookie).send({ token }).expect(200);
      await http.get('/app/session').set('Cookie', first.cookie).expect(401);
    });

    it.each([
      { Origin: FOREIGN },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'null' },
    ])('is rejected from another site: %j', async (headers) => {
      const { token } = await linkFor();
      const { body } = await http.post('/app/session').set(headers).send({ token }).expect(403);
      expect(body.error.code).toBe('cross_origin');
      await http.post('/app/session/link').set(headers).send({ email: 'a@b.example' }).expect(403);
      await http.post('/app/session').send({ token }).expect(200);
    });

    it('rejects form bodies', async () => {
      const { token } = await linkFor();
      await http.post('/app/session').type('form').send({ token }).expect(415);
      await http.post('/app/session').type('text/plain').send(JSON.stringify({ token })).expect(415);
    });
  });

  describe('as a session', () => {
    it('reads and writes in the mode that the page shows', async () => {
      const { cookie } = await signIn();
      const { body } = await call(cookie, 'post', '/api/v1/customers').send({ name: 'By Ada' }).expect(201);
      await call(cookie, 'get', `/api/v1/customers/${body.id}`).expect(200);
      await call(cookie, 'get', `/api/v1/customers/${body.id}`, 'live').expect(404);
      await org.test.get(`/api/v1/customers/${body.id}`).expect(200);
    });

    it.each([
      ['no mode', { 'Sec-Fetch-Site': 'same-origin' }],
      ['an unknown mode', { 'Lading-Mode': 'both', 'Sec-Fetch-Site': 'same-origin' }],
      ['no origin headers', { 'Lading-Mode': 'test' }],
      ['another site', { 'Lading-Mode': 'test', 'Sec-Fetch-Site': 'cross-site' }],
      ['a sister site', { 'Lading-Mode': 'test', 'Sec-Fetch-Site': 'same-site' }],
      ['an address typed in', { 'Lading-Mode': 'test', 'Sec-Fetch-Site': 'none' }],
      ['another origin', { 'Lading-Mode': 'test', Origin: FOREIGN }],
      [
        'another origin with Sec-Fetch-Site: same-origin',
        { 'Lading-Mode': 'test', Origin: FOREIGN, 'Sec-Fetch-Site': 'same-origin' },
      ],
      ['a sandboxed frame', { 'Lading-Mode': 'test', Origin: 'null' }],
      ['the Referer of another site', { 'Lading-Mode': 'test', Referer: `${FOREIGN}/page` }],
      [
        'an invalid API key',
        { 'Lading-Mode': 'test', 'Sec-Fetch-Site': 'same-origin', Authorization: 'Bearer fk_test_x' },
      ],
    ])('is rejected with %s', async (_what, headers) => {
      const { cookie } = await signIn();
      for (const method of ['get', 'post'] as const) {
        const { body, headers: answered } = await http[method]('/api/v1/customers')
          .set({ Cookie: cookie, ...headers })
          .send(method === 'post' ? { name: 'Forged' } : undefined)
          .expect(401);
        expect(body.error.code).toBe('unauthorized');
        expect(answered['www-authenticate']).toBe('Bearer');
      }
    });

    it('accepts its own pages by Origin, or over plain HTTP by Referer', async () => {
      const { cookie } = await signIn();
      for (const headers of [{ Origin: app.url }, { Referer: `${app.url}/app/shipments` }])
        await http
          .get('/api/v1/customers')
          .set({ Cookie: cookie, 'Lading-Mode': 'live', ...headers })
          .expect(200);
    });

    it('returns 404 for records of another organization', async () => {
      const other = await app.organization();
      const { body } = await other.test.post('/api/v1/customers').send({ name: 'Theirs' }).expect(201);
      const { cookie } = await signIn();
      await call(cookie, 'get', `/api/v1/customers/${body.id}`).expect(404);
    });

    it('ends when it expires', async () => {
      const { cookie, member } = await signIn();
      await app.sql.query('UPDATE sessions SET expires_at = now() WHERE member_id = $1', [member.id]);
      app.app.get(SessionsService).clearCacheAfterCommit();
      await call(cookie, 'get', '/api/v1/customers').expect(401);
      await http.get('/app/session').set('Cookie', cookie).expect(401);
    });

    it('ends in one browser or everywhere when the member signs out', async () => {
      const { cookie, member } = await signIn();
      const again = async () => {
        const { link } = await operators.createSignInLink(member.id);
        return getCookie(
          await http
            .post('/app/session')
            .send({ token: parseToken(link) })
            .expect(200),
        );
      };
      const [second, third] = [await again(), await again()];
      const out = await http.delete('/app/session').set('Cookie', second).expect(200);
      expect(out.body).toEqual({ object: 'session', deleted: true });
      expect(getCookie(out)).toBe('lading_session=');
      await call(second, 'get', '/api/v1/customers').expect(401);
      await call(third, 'get', '/api/v1/customers').expect(200);
      await http.delete('/app/sessions').set({ Cookie: third, Origin: FOREIGN }).expect(403);
      await http.delete('/app/sessions').set('Cookie', third).expect(200);
      for (const old of [cookie, third]) await call(old, 'get', '/api/v1/customers').expect(401);
      await http.delete('/app/session').expect(200);
    });

    it('ends with the membership', async () => {
      await signIn();
      const { cookie, member } = await signIn('operator');
      await call(cookie, 'get', '/api/v1/customers').expect(200);
      await members.remove(live(org.id), member.id);
      await call(cookie, 'get', '/api/v1/customers').expect(401);
      expect(await app.sql.query('SELECT FROM sessions WHERE member_id = $1', [member.id])).toEqual([]);
    });

    it('ends the oldest one after ten', async () => {
      const { cookie, member } = await signIn();
      for (let count = 0; count < 10; count++) {
        const { link } = await operators.createSignInLink(member.id);
        await http
          .post('/app/session')
          .send({ token: parseToken(link) })
          .expect(200);
      }
      app.app.get(SessionsService).clearCacheAfterCommit();
      await call(cookie, 'get', '/api/v1/customers').expect(401);
      const rows = await app.sql.query('SELECT FROM sessions WHERE member_id = $1', [member.id]);
      expect(rows).toHaveLength(10);
    });

    it('appears in the request log with its member and without a key', async () => {
      const { cookie, member } = await signIn();
      const { headers } = await call(cookie, 'post', '/api/v1/customers')
        .send({ name: 'Logged' })
        .expect(201);
      const path = `/api/v1/requests?request_id=${headers['request-id']}`;
      let data: object[] = [];
      while (data.length === 0) ({ data } = (await call(cookie, 'get', path).expect(200)).body);
      expect(data).toEqual([expect.objectContaining({ member_id: member.id, key_id: null })]);
    });
  });

  describe('with a role', () => {
    const WRITES: ['post' | 'delete' | 'patch', string][] = [
      ['post', '/api/v1/customers'],
      ['post', '/api/v1/quotes'],
      ['post', '/api/v1/freight/1/book'],
      ['delete', '/api/v1/addresses/1'],
      ['post', '/api/v1/keys'],
      ['post', '/api/v1/sandbox/reset'],
      ['patch', '/api/v1/organization'],
    ];

    it.each(WRITES)('the viewer may not %s %s', async (method, path) => {
      const { cookie } = await signIn('viewer');
      const { body } = await call(cookie, method, path).send({}).expect(403);
      expect(body.error).toMatchObject({
        code: 'insufficient_scope',
        message: expect.stringMatching(/^Your role/),
      });
    });

    it.each(['/api/v1/bills', '/api/v1/tariffs', '/api/v1/keys', '/api/v1/carrier-calls'])(
      'the viewer may not read %s',
      async (path) => {
        const { cookie } = await signIn('viewer');
        await call(cookie, 'get', path).expect(403);
      },
    );

    it('the viewer sees no costs, unlike the operator', async () => {
      const { id } = (
        await org.test
          .post('/api/v1/customers')
          .send({ name: 'M', markup: { percent: 10 } })
          .expect(201)
      ).body;
      const shown = async (role: Role) =>
        (await call((await signIn(role)).cookie, 'get', `/api/v1/customers/${id}`).expect(200)).body;
      expect((await shown('viewer')).markup ?? null).toBeNull();
      expect((await shown('operator')).markup).toMatchObject({ percent: 10 });
    });

    it('the operator may neither create keys nor webhooks', async () => {
      const { cookie } = await signIn('operator');
      await call(cookie, 'post', '/api/v1/keys').send({}).expect(403);
      await call(cookie, 'get', '/api/v1/keys').expect(403);
      await call(cookie, 'post', '/api/v1/webhooks').send({}).expect(403);
    });

    it('the admin may create keys, which outlive the session', async () => {
      const { cookie } = await signIn('admin');
      const { body } = await call(cookie, 'post', '/api/v1/keys', 'live')
        .send({ name: 'By Ada' })
        .expect(201);
      expect(body).toMatchObject({ mode: 'live', scopes: null, expires_at: null });
      await http.delete('/app/session').set('Cookie', cookie).expect(200);
      await app.client(body.key).get('/api/v1/customers').expect(200);
      await app.client(body.key).post(`/api/v1/keys/${body.id}/revoke`).expect(200);
    });

    it('a lowered role takes effect at once', async () => {
      const { cookie, member } = await signIn('operator');
      await call(cookie, 'post', '/api/v1/customers').send({ name: 'Before' }).expect(201);
      await app.sql.query(`UPDATE members SET role = 'viewer' WHERE id = $1`, [member.id]);
      app.app.get(SessionsService).clearCacheAfterCommit();
      await call(cookie, 'post', '/api/v1/customers').send({ name: 'After' }).expect(403);
      const { body } = await http.get('/app/session').set('Cookie', cookie).expect(200);
      expect(body.role).toBe('viewer');
    });
  });
});

describe('sign-in over HTTPS', () => {
  it('sets a __Host- cookie and links to the public address for any Host header', async () => {
    const app = await startApp({ PUBLIC_URL: 'https://freight.example.com' });
    const { id } = await app.organization();
    const { link } = await app.app.get(MemberAdmin).add(id, { email: 'a@b.example', role: 'admin' });
    expect(link).toMatch(/^https:\/\/freight\.example\.com\/app\/sign-in#token=/);
    const response = await request(app.url)
      .post('/app/session')
      .set({ Host: 'evil.example' })
      .send({ token: parseToken(link) })
      .expect(200);
    expect((response.headers['set-cookie'] as unknown as string[])[0]).toMatch(
      /^__Host-lading_session=.*Path=\/;.*HttpOnly; Secure; SameSite=Lax$/,
    );
    const headers = { Cookie: getCookie(response), 'Lading-Mode': 'test' };
    await request(app.url)
      .get('/api/v1/quotes')
      .set({ ...headers, Origin: 'https://freight.example.com' })
      .expect(200);
    await request(app.url)
      .get('/api/v1/quotes')
      .set({ ...headers, Origin: 'https://evil.example' })
      .expect(401);
    await app.close();
  });
});

describe('guesses of tokens, cookies and addresses', () => {
  it('are rate-limited by address', async () => {
    const app = await startApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_ADDRESS: '5' });
    const http = request(app.url);
    const statuses = async (work: () => PromiseLike<Response>) =>
      new Set(await Promise.all(Array.from({ length: 60 }, async () => (await work()).status)));
    const token = 'A'.repeat(43);
    expect(await statuses(() => http.post('/app/session').send({ token }))).toContain(429);
    const headers = {
      Cookie: `lading_session=${token}`,
      'Lading-Mode': 'test',
      'Sec-Fetch-Site': 'same-origin',
    };
    expect(await statuses(() => http.get('/api/v1/quotes').set(headers))).toContain(429);
    expect(await statuses(() => http.post('/app/session/link').send({ email: 'a@b.example' }))).toContain(
      429,
    );
    await app.close();
  });
});
