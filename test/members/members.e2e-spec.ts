import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import type { Role } from '../../src/platform/auth/roles.js';
import { OrganizationsService } from '../../src/platform/auth/organizations.service.js';
import { MembersService } from '../../src/features/members/members.service.js';
import { MemberAdmin } from '../../src/features/members/member-admin.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';

const parseToken = (text: string): string => /#token=([\w-]{43})/.exec(text)![1]!;
const getCookie = ({ headers }: Response): string =>
  (headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;

describe('members', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let http: ReturnType<typeof request>;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startApp({ SMTP_URL: mailbox.url });
    http = request(app.url);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  let people = 0;
  const newEmail = (): string => `person${++people}@acme.example`;
  const enter = async (token: string) => http.post('/app/session').send({ token });
  const signIn = async (org: TestOrganization, role: Role) => {
    const { member, link } = await app.app.get(MemberAdmin).add(org.id, { email: newEmail(), role });
    return { id: member.id, email: member.email, cookie: getCookie(await enter(parseToken(link))) };
  };
  const call = (cookie: string, method: 'get' | 'post' | 'delete' | 'patch', path: string, mode = 'test') =>
    http[method](`/api/v1${path}`).set({
      Cookie: cookie,
      'Lading-Mode': mode,
      'Sec-Fetch-Site': 'same-origin',
    });
  const invite = (cookie: string, email: string, role: Role) =>
    call(cookie, 'post', '/invitations').send({ email, role });
  const audit = async (org: TestOrganization) =>
    (await org.live.get('/api/v1/audit-log?limit=100').expect(200)).body.data as {
      action: string;
      actor: string;
      actor_name: string;
      details: object;
    }[];

  describe('invited by email', () => {
    it('become members once through the link, and the audit log names them', async () => {
      const org = await app.organization();
      const admin = await signIn(org, 'admin');
      const email = newEmail();
      const made = await invite(admin.cookie, email.toUpperCase(), 'operator').expect(201);
      expect(made.headers.location).toBe(`/api/v1/invitations/${made.body.id}`);
      expect(made.body).toMatchObject({ object: 'invitation', email, role: 'operator', status: 'pending' });
      const { text, headers } = await mailbox.waitForMail(email);
      expect(headers).toContain('Subject: You are invited to Test');
      const session = await enter(parseToken(text));
      expect(session.body).toMatchObject({
        member: { email, role: 'operator' },
        organization: { id: org.id },
      });
      expect((await enter(parseToken(text))).status).toBe(400);
      const { body } = await call(admin.cookie, 'get', `/invitations/${made.body.id}`).expect(200);
      expect(body).toMatchObject({ status: 'accepted', accepted_at: expect.any(String) });
      const list = await call(admin.cookie, 'get', '/members', 'live').expect(200);
      expect(list.body.data.map((member: { email: string }) => member.email)).toEqual([email, admin.email]);
      const invited = (await audit(org)).find(({ action }) => action === 'member.invited');
      expect(invited).toMatchObject({ actor: `member:${admin.id}`, actor_name: admin.email });
      const added = (await audit(org)).find(({ action }) => action === 'member.added');
      expect(added).toMatchObject({ details: { email, invitation: made.body.id } });
    });

    it('or added by the operator, and signed out everywhere, appear in the audit log', async () => {
      const org = await app.organization();
      const admin = await signIn(org, 'admin');
      const { link } = await app.app.get(MemberAdmin).createSignInLink(admin.id);
      expect((await audit(org))[0]).toMatchObject({
        action: 'member.link_created',
        actor: 'service',
        details: { id: admin.id, email: admin.email },
      });
      const cookie = getCookie(await enter(parseToken(link)));
      const same = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
      await http.delete('/app/sessions').set(same).expect(200);
      expect((await audit(org))[0]).toMatchObject({
        action: 'member.signed_out_everywhere',
        actor: `member:${admin.id}`,
      });
    });

    it('cannot join after the invitation was revoked, replaced or has expired', async () => {
      const org = await app.organization();
      const admin = await signIn(org, 'admin');
      const email = newEmail();
      const tokens: string[] = [];
      const ids: number[] = [];
      for (let count = 0; count < 2; count++) {
        ids.push((await invite(admin.cookie, email, 'viewer').expect(201)).body.id);
        tokens.push(parseToken((await mailbox.waitForMail(email)).text));
      }
      expect((await enter(tokens[0]!)).status).toBe(400);
      const status = async (id: number) =>
        (await call(admin.cookie, 'get', `/invitations/${id}`).expect(200)).body.status;
      expect([await status(ids[0]!), await status(ids[1]!)]).toEqual(['revoked', 'pending']);
      await app.sql.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [ids[1]]);
      expect(await status(ids[1]!)).toBe('expired');
      expect((await enter(tokens[1]!)).status).toBe(400);
      const third = (await invite(admin.cookie, email, 'viewer').expect(201)).body.id;
      const token = parseToken((await mailbox.waitForMail(email)).text);
      const revoked = await call(admin.cookie, 'post', `/invitations/${third}/revoke`).expect(200);
      expect(revoked.body.status).toBe('revoked');
      expect((await call(admin.cookie, 'post', `/invitations/${third}/revoke`).expect(200)).body).toEqual(
        revoked.body,
      );
      expect((await enter(token)).status).toBe(400);
    });

    it('are not yet members, and the token is stored as a hash only', async () => {
      const org = await app.organization();
      const admin = await signIn(org, 'admin');
      const email = newEmail();
      await invite(admin.cookie, email, 'viewer').expect(201);
      const token = parseToken((await mailbox.waitForMail(email)).text);
      const rows = await app.sql.query(
        `SELECT i::text AS row, m::text AS mail FROM invitations i JOIN mails m ON m.id = i.mail_id WHERE i.email = $1`,
        [email],
      );
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(token);
      const member = await invite(admin.cookie, admin.email, 'viewer').expect(422);
      expect(member.body.error).toMatchObject({ code: 'member_exists', param: 'email' });
    });

    it.each(['x', 'a@b.example\r\nBcc: c@d.example', 'a@b.example,c@d.example'])(
      'require a valid address, unlike %j',
      async (email) => {
        const { live } = await app.organization();
        const { body } = await live.post('/api/v1/invitations').send({ email, role: 'viewer' }).expect(400);
        expect(body.error.param).toBe('email');
      },
    );

    it('get at most five mails a day per mailbox across organizations and plus tags', async () => {
      const admins: Awaited<ReturnType<typeof signIn>>[] = [];
      for (let made = 0; made < 3; made++) admins.push(await signIn(await app.organization(), 'admin'));
      const [name, host] = newEmail().split('@');
      const wanted = (which: number, tag: string) =>
        invite(admins[which % 3]!.cookie, `${name}${tag}@${host}`, 'viewer');
      for (let sent = 0; sent < 5; sent++) await wanted(sent, sent === 0 ? '' : `+${sent}`).expect(201);
      for (const tag of ['', '+6']) {
        const { error } = (await wanted(2, tag).expect(422)).body;
        expect(error).toMatchObject({
          code: 'quota_exceeded',
          param: 'email',
          message: expect.stringContaining('at most 5 invitations'),
        });
      }
      await invite(admins[2]!.cookie, newEmail(), 'viewer').expect(201);
      await app.sql.query(`UPDATE mails SET created_at = now() - interval '25 hours'`);
      await wanted(2, '').expect(201);
    });

    it('cannot join after the inviting member was removed', async () => {
      const org = await app.organization();
      const [admin, second] = [await signIn(org, 'admin'), await signIn(org, 'admin')];
      const { body: key } = await org.live.post('/api/v1/keys').send({}).expect(201);
      const [byKey, byMember, other] = [newEmail(), newEmail(), newEmail()];
      const ofKey = await app
        .client(key.key)
        .post('/api/v1/invitations')
        .send({ email: byKey, role: 'viewer' });
      const ofMember = await invite(second.cookie, byMember, 'viewer').expect(201);
      await invite(admin.cookie, other, 'viewer').expect(201);
      const texts = [];
      for (const email of [byKey, byMember, other]) texts.push((await mailbox.waitForMail(email)).text);
      await org.live.post(`/api/v1/keys/${key.id}/revoke`).expect(200);
      await call(admin.cookie, 'delete', `/members/${second.id}`, 'live').expect(200);
      const entered = [];
      for (const text of texts) entered.push((await enter(parseToken(text))).status);
      expect(entered).toEqual([400, 400, 200]);
      const ended = (await audit(org)).filter(({ action }) => action === 'invitation.revoked');
      expect(ended).toMatchObject(
        [
          { actor: `member:${admin.id}`, details: { id: ofMember.body.id, inviter: `member:${second.id}` } },
          { actor: /^key:/, details: { id: ofKey.body.id, email: byKey, inviter: `key:${key.id}` } },
        ].map((entry) => ({ ...entry, actor: expect.stringMatching(entry.actor) })),
      );
    });

    it('count against the quota until the day after revocation', async () => {
      const other = await startApp({ QUOTA_MEMBERS: '2' });
      const { live } = await other.organization();
      const send = (email: string) => live.post('/api/v1/invitations').send({ email, role: 'viewer' });
      const { body } = await send('a@b.example').expect(201);
      await live.post(`/api/v1/invitations/${body.id}/revoke`).expect(200);
      await send('b@b.example').expect(201);
      expect((await send('c@b.example').expect(422)).body.error.code).toBe('quota_exceeded');
      await other.sql.query(`UPDATE invitations SET created_at = now() - interval '2 days'`);
      await send('c@b.example').expect(201);
      await other.close();
    });
  });

  describe('invited by a test key', () => {
    it('see only test mode', async () => {
      const org = await app.organization();
      await app.sql.query(`UPDATE organizations SET owner_email = 'owner@acme.example' WHERE id = $1`, [
        org.id,
      ]);
      const email = newEmail();
      await org.test.post('/api/v1/invitations').send({ email, role: 'admin' }).expect(201);
      const session = await enter(parseToken((await mailbox.waitForMail('owner@acme.example')).text));
      expect(session.body).toMatchObject({ member: { email }, modes: ['test'] });
      const cookie = getCookie(session);
      await call(cookie, 'get', '/customers').expect(200);
      await call(cookie, 'get', '/customers', 'live').expect(401);
      await call(cookie, 'post', '/keys', 'live').send({}).expect(401);
      expect((await call(cookie, 'post', '/keys').send({}).expect(201)).body.mode).toBe('test');
      expect((await org.live.get('/api/v1/members').expect(200)).body.data).toEqual([]);
    });

    it('are the only members that a test key can read or change', async () => {
      const org = await app.organization();
      const admin = await signIn(org, 'admin');
      await org.test.get(`/api/v1/members/${admin.id}`).expect(404);
      await org.test.patch(`/api/v1/members/${admin.id}`).send({ role: 'viewer' }).expect(404);
      await org.test.delete(`/api/v1/members/${admin.id}`).expect(404);
      await org.live.get(`/api/v1/members/${admin.id}`).expect(200);
    });

    it('get no mail if the organization has no owner address', async () => {
      const org = await app.organization();
      const { body } = await org.test
        .post('/api/v1/invitations')
        .send({ email: newEmail(), role: 'viewer' })
        .expect(201);
      const rows = await app.sql.query('SELECT mail_id FROM invitations WHERE id = $1', [body.id]);
      expect(rows).toEqual([{ mail_id: null }]);
    });
  });

  describe('permissions of members', () => {
    it('never exceed those of the key or member that grants them', async () => {
      const org = await app.organization();
      const admin = await signIn(org, 'admin');
      const keys = app.app.get(ApiKeysService);
      const limited = async (scopes: string[]) =>
        app.client((await keys.create(org.id, 'live', { scopes })).key);
      const key = await limited(['members.read', 'members.write', 'invitations.write', 'quotes.read']);
      for (const role of ['admin', 'operator', 'viewer'])
        expect(
          (await key.post('/api/v1/invitations').send({ email: newEmail(), role }).expect(403)).body.error,
        ).toMatchObject({ code: 'insufficient_scope', param: 'role' });
      const { body: invitation } = await org.live
        .post('/api/v1/invitations')
        .send({ email: newEmail(), role: 'viewer' })
        .expect(201);
      await key.post(`/api/v1/invitations/${invitation.id}/revoke`).expect(403);
      await org.live.post(`/api/v1/invitations/${invitation.id}/revoke`).expect(200);
      const viewer = await signIn(org, 'viewer');
      await key.patch(`/api/v1/members/${viewer.id}`).send({ role: 'admin' }).expect(403);
      await key.delete(`/api/v1/members/${admin.id}`).expect(403);
      await call(admin.cookie, 'get', `/members/${admin.id}`).expect(200);
    });

    it.each([{ lifeMs: 60_000 }, { allowedCidrs: ['127.0.0.0/8', '::1/128'] }])(
      'cannot be granted by a restricted key: %j',
      async (bound) => {
        const org = await app.organization();
        const { key } = await app.app.get(ApiKeysService).create(org.id, 'live', bound);
        const wanted = { email: newEmail(), role: 'viewer' };
        const { body } = await app.client(key).post('/api/v1/invitations').send(wanted).expect(403);
        expect(body.error.code).toBe('insufficient_scope');
      },
    );

    it.each(['operator', 'viewer'] as const)(
      'do not let the role %s change or invite members',
      async (role) => {
        const org = await app.organization();
        const admin = await signIn(org, 'admin');
        const { cookie, id } = await signIn(org, role);
        await call(cookie, 'patch', `/members/${id}`).send({ role: 'admin' }).expect(403);
        await call(cookie, 'delete', `/members/${admin.id}`).expect(403);
        await invite(cookie, newEmail(), 'admin').expect(403);
        await call(cookie, 'get', '/invitations').expect(403);
        await call(cookie, 'get', '/audit-log').expect(403);
        await call(cookie, 'get', '/members').expect(200);
      },
    );

    it('change at once for existing sessions', async () => {
      const org = await app.organization();
      const admin = await signIn(org, 'admin');
      const other = await signIn(org, 'operator');
      await call(other.cookie, 'post', '/customers').send({ name: 'Before' }).expect(201);
      const { body } = await call(admin.cookie, 'patch', `/members/${other.id}`)
        .send({ role: 'viewer', name: 'Lee' })
        .expect(200);
      expect(body).toMatchObject({ id: other.id, role: 'viewer', name: 'Lee' });
      await call(other.cookie, 'post', '/customers').send({ name: 'After' }).expect(403);
      const changed = (await audit(org)).find(({ action }) => action === 'member.changed');
      expect(changed).toMatchObject({
        actor: `member:${admin.id}`,
        details: { id: other.id, from: 'operator', to: 'viewer' },
      });
      await call(admin.cookie, 'delete', `/members/${other.id}`).expect(200);
      await call(other.cookie, 'get', '/customers').expect(401);
    });

    it('always leave one admin, also under concurrent removals', async () => {
      const org = await app.organization();
      const [one, two] = [await signIn(org, 'admin'), await signIn(org, 'admin')];
      const gone = await Promise.all([
        call(one.cookie, 'delete', `/members/${two.id}`),
        call(two.cookie, 'delete', `/members/${one.id}`),
      ]);
      expect(gone.filter(({ status }) => status === 200)).toHaveLength(1);
      const [left] = await app.app.get(MembersService).listAllModes(org.id);
      for (const refused of [
        org.live.delete(`/api/v1/members/${left!.id}`),
        org.live.patch(`/api/v1/members/${left!.id}`).send({ role: 'operator' }),
      ])
        expect((await refused.expect(422)).body.error.code).toBe('last_admin');
    });

    it('do not extend to other organizations', async () => {
      const [org, other] = [await app.organization(), await app.organization()];
      const admin = await signIn(org, 'admin');
      const theirs = await signIn(other, 'viewer');
      const { body } = await other.live
        .post('/api/v1/invitations')
        .send({ email: newEmail(), role: 'viewer' })
        .expect(201);
      await call(admin.cookie, 'get', `/members/${theirs.id}`).expect(404);
      await call(admin.cookie, 'patch', `/members/${theirs.id}`).send({ role: 'admin' }).expect(404);
      await call(admin.cookie, 'delete', `/members/${theirs.id}`).expect(404);
      await call(admin.cookie, 'get', `/invitations/${body.id}`).expect(404);
      await call(admin.cookie, 'post', `/invitations/${body.id}/revoke`).expect(404);
    });

    it('let admins create keys, recorded in the audit log under their name', async () => {
      const org = await app.organization();
      const admin = await signIn(org, 'admin');
      const { body } = await call(admin.cookie, 'post', '/keys', 'live').send({ name: 'Mine' }).expect(201);
      const [entry] = await audit(org);
      expect(entry).toMatchObject({
        action: 'key.created',
        actor: `member:${admin.id}`,
        actor_name: admin.email,
        details: { id: body.id },
      });
    });
  });

  it('of the owner exist in a new organization', async () => {
    const { organization } = await app.app.get(OrganizationsService).create('Owned', 'Owner@Own.example');
    expect(await app.app.get(MembersService).listAllModes(organization.id)).toMatchObject([
      { email: 'owner@own.example', role: 'admin', mode: 'live' },
    ]);
  });

  it('are unchanged by a sandbox reset', async () => {
    const org = await app.organization();
    const admin = await signIn(org, 'admin');
    await call(admin.cookie, 'post', '/sandbox/reset').expect(200);
    await call(admin.cookie, 'get', '/members').expect(200);
  });
});
