import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { Config } from '../../src/config/config.js';
import { generateToken, hashToken } from '../../src/platform/auth/random-token.js';
import { MemberAdmin } from '../../src/features/members/member-admin.js';
import { MembersService } from '../../src/features/members/members.service.js';
import { OidcProvider } from '../../src/features/members/oidc-provider.js';
import { eventually } from '../support/eventually.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { OIDC_CLIENT, FakeOidcProvider } from '../fakes/fake-oidc-provider.js';

const BASE = 'http://freight.example.com';
const CALLBACK = '/app/session/oidc/callback';

describe('sign-in with OpenID Connect', () => {
  let issuer: FakeOidcProvider;
  let app: TestApp;
  let org: TestOrganization;
  let people = 0;
  const open: TestApp[] = [];

  const settings = () => ({
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: OIDC_CLIENT.id,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    PUBLIC_URL: BASE,
  });
  beforeAll(async () => {
    issuer = await FakeOidcProvider.open();
    app = await startApp(settings());
    org = await app.organization();
  });
  afterEach(async () => {
    const initial = {
      claims: {},
      claimOverrides: {},
      hangs: false,
      signsWithWrongKey: false,
      issuerOverride: undefined,
      authorizationError: undefined,
    } satisfies Partial<FakeOidcProvider>;
    Object.assign(issuer, initial);
    for (const one of open.splice(0)) await one.close();
  });
  afterAll(async () => {
    await app.close();
    await issuer.close();
  });

  const cookiesOf = ({ headers }: Response): string[] =>
    (headers['set-cookie'] as unknown as string[] | undefined) ?? [];
  const begin = (of = app) => request(of.url).get('/app/session/oidc');
  const finish = (back: string, cookie: string | undefined, of = app) =>
    request(of.url)
      .get(back.replace(BASE, ''))
      .set(cookie === undefined ? {} : { Cookie: cookie });
  /** Signs in from the button to the callback, as a browser does. */
  async function signIn(of = app): Promise<Response> {
    const sent = await begin(of).expect(303);
    const cookie = cookiesOf(sent)[0]!.split(';')[0]!;
    return finish(issuer.authorize(sent.headers.location!), cookie, of).expect(303);
  }
  /** Like `signIn`, but from the link of an invitation. */
  async function accept(token: string): Promise<Response> {
    const sent = await request(app.url).post('/app/session/oidc').send({ token }).expect(200);
    const cookie = cookiesOf(sent)[0]!.split(';')[0]!;
    return finish(issuer.authorize(sent.body.url), cookie).expect(303);
  }
  const sessionOf = (response: Response) => {
    const cookie = cookiesOf(response).find((one) => one.startsWith('lading_session='))!;
    return request(app.url).get('/app/session').set('Cookie', cookie.split(';')[0]!).expect(200);
  };
  /** Replaces the token of an invitation, because the database has only its hash. Its mail sets the token when it is sent. */
  const tokenOf = async (invitation: number) => {
    const sql = 'SELECT FROM invitations WHERE id = $1 AND (mail_id IS NULL OR token_hash IS NOT NULL)';
    await eventually(async () => (await app.sql.query(sql, [invitation])).length === 1);
    const token = generateToken();
    const hash = hashToken(token);
    await app.sql.query('UPDATE invitations SET token_hash = $2 WHERE id = $1', [invitation, hash]);
    return token;
  };
  const newAddress = () => `oidc${++people}@acme.example`;
  const newMember = async (organization = org) => {
    const email = newAddress();
    await app.app
      .get(MembersService)
      .add({ organizationId: organization.id, mode: 'live' }, { email, role: 'viewer' });
    return email;
  };
  const refused = (response: Response, reason: string) => {
    expect(response.headers.location).toBe(`/app/sign-in#error=${reason}`);
    expect(cookiesOf(response).join()).not.toContain('lading_session=');
  };

  it('creates a session for a member with a protected cookie', async () => {
    const email = await newMember();
    issuer.claims = { email: email.toUpperCase(), email_verified: true };
    expect((await request(app.url).get('/app/session/ways').expect(200)).body.oidc).toBe(true);
    const sent = await begin().expect(303);
    expect(sent.headers['cache-control']).toBe('no-store');
    expect(cookiesOf(sent)[0]).toMatch(
      /^lading_oidc=[\w-]+; Max-Age=600; Path=\/app\/session\/oidc; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const asked = new URL(sent.headers.location!);
    expect(asked.searchParams.get('redirect_uri')).toBe(`${BASE}${CALLBACK}`);
    for (const name of ['state', 'nonce'])
      expect(cookiesOf(sent)[0]).not.toContain(asked.searchParams.get(name)!);
    const cookie = cookiesOf(sent)[0]!.split(';')[0]!;
    const back = issuer.authorize(asked.href);
    const done = await finish(back, cookie).expect(303);
    expect(done.headers.location).toBe('/app');
    const session = cookiesOf(done).find((one) => one.startsWith('lading_session='))!;
    expect(session).toMatch(/HttpOnly; SameSite=Lax$/);
    expect(cookiesOf(done).find((one) => one.startsWith('lading_oidc='))).toContain('lading_oidc=;');
    const shown = await request(app.url)
      .get('/app/session')
      .set('Cookie', session.split(';')[0]!)
      .expect(200);
    expect(shown.body.member.email).toBe(email);
    const { body: log } = await org.live.get('/api/v1/audit-log?action=member.signed_in').expect(200);
    expect(log.data[0].actor_name).toBe(email);
    refused(await finish(back, cookie), 'sign_in_failed');
    expect(issuer.rejectedRequests.at(-1)).toBe('unknown or used code');
  });

  it('accepts an invitation by its own link only, and only for the invited address', async () => {
    const invited = newAddress();
    const stranger = await app.organization();
    await stranger.live.post('/api/v1/invitations').send({ email: invited, role: 'viewer' }).expect(201);
    const { body: made } = await org.live
      .post('/api/v1/invitations')
      .send({ email: invited, role: 'operator' })
      .expect(201);
    issuer.claims = { email: invited, email_verified: true };
    refused(await signIn(), 'not_a_member');
    const token = await tokenOf(made.id);
    const { body: preview } = await request(app.url).post('/app/session/preview').send({ token }).expect(200);
    expect(preview).toEqual({
      object: 'sign_in_preview',
      organization: 'Test',
      email: invited,
      invitation: { role: 'operator', mode: 'live' },
    });
    issuer.claims = { email: newAddress(), email_verified: true };
    refused(await accept(token), 'invitation_for_another');
    issuer.claims = { email: invited, email_verified: false };
    refused(await accept(token), 'invitation_for_another');
    issuer.claims = { email: invited, email_verified: true };
    const done = await accept(token);
    expect(done.headers.location).toBe('/app');
    expect((await sessionOf(done)).body).toMatchObject({
      organization: { id: org.id },
      member: { email: invited, role: 'operator', identity_linked: true },
    });
    refused(await accept(token), 'invitation_invalid');
    const { body } = await stranger.live.get('/api/v1/invitations').expect(200);
    expect(body.data).toMatchObject([{ email: invited, status: 'pending' }]);
    await request(app.url).post('/app/session/oidc').send({ token: 'x' }).expect(400);
  });

  it('rejects invitations and memberships of test mode', async () => {
    const email = newAddress();
    const { body } = await org.test.post('/api/v1/invitations').send({ email, role: 'admin' }).expect(201);
    issuer.claims = { email, email_verified: true };
    refused(await signIn(), 'not_a_member');
    const token = await tokenOf(body.id);
    refused(await accept(token), 'test_invitation');
    await request(app.url).post('/app/session').send({ token }).expect(200);
    refused(await signIn(), 'not_a_member');
  });

  it('asks a person with several memberships to choose one', async () => {
    const other = await app.organization();
    const email = await newMember();
    await app.app
      .get(MembersService)
      .add({ organizationId: other.id, mode: 'live' }, { email, role: 'operator' });
    issuer.claims = { email, email_verified: true };
    const done = await signIn();
    expect(done.headers.location).toBe('/app/sign-in#choose=1');
    expect(cookiesOf(done).join()).not.toContain('lading_session=');
    const identity = cookiesOf(done).find((one) => one.startsWith('lading_identity='))!;
    expect(identity).toMatch(/Path=\/app\/session\/memberships;.*HttpOnly; SameSite=Lax$/);
    const memberships = (method: 'get' | 'post', cookie = identity.split(';')[0]!) =>
      request(app.url)[method]('/app/session/memberships').set('Cookie', cookie);
    const { body } = await memberships('get').expect(200);
    expect(body.data).toEqual([
      { id: expect.any(Number), email, role: 'viewer', organization: 'Test' },
      { id: expect.any(Number), email, role: 'operator', organization: 'Test' },
    ]);
    const chosen = body.data[1].id;
    const { body: foreign } = await org.live.get('/api/v1/members?limit=100').expect(200);
    const another = foreign.data.find((member: { email: string }) => member.email !== email).id;
    await memberships('post').send({ member_id: another }).expect(401);
    await memberships('post', 'lading_identity=AAAA').send({ member_id: chosen }).expect(401);
    await memberships('get', 'lading_identity=').expect(401);
    await memberships('post').send({ member_id: 'x' }).expect(400);
    const { body: session } = await memberships('post').send({ member_id: chosen }).expect(200);
    expect(session).toMatchObject({ organization: { id: other.id }, member: { id: chosen } });
    const { body: unchosen } = await org.live.get(`/api/v1/members/${body.data[0].id}`).expect(200);
    expect(unchosen.identity_linked).toBe(false);
  });

  it('rejects another identity with the same address until an admin unlinks the first', async () => {
    const email = await newMember();
    issuer.claims = { email, email_verified: true, sub: 'first' };
    const first = await signIn();
    expect(first.headers.location).toBe('/app');
    const { id } = (await sessionOf(first)).body.member;
    issuer.claims = { email, email_verified: true, sub: 'second' };
    refused(await signIn(), 'identity_changed');
    issuer.claims = { email: newAddress(), email_verified: true, sub: 'first' };
    expect((await sessionOf(await signIn())).body.member.id).toBe(id);

    const stranger = await app.organization();
    await stranger.live.post(`/api/v1/members/${id}/unlink`).expect(404);
    const { body: narrow } = await org.live
      .post('/api/v1/keys')
      .send({ scopes: ['members.write'] })
      .expect(201);
    await app.client(narrow.key).post(`/api/v1/members/${id}/unlink`).expect(403);
    const { body } = await org.live.post(`/api/v1/members/${id}/unlink`).expect(200);
    expect(body).toMatchObject({ id, identity_linked: false });
    await org.live.post(`/api/v1/members/${id}/unlink`).expect(200);
    const cookie = cookiesOf(first).find((one) => one.startsWith('lading_session='))!;
    await request(app.url).get('/app/session').set('Cookie', cookie.split(';')[0]!).expect(401);
    issuer.claims = { email, email_verified: true, sub: 'second' };
    expect((await sessionOf(await signIn())).body.member.id).toBe(id);
    const { body: log } = await org.live
      .get('/api/v1/audit-log?action=member.linked,member.unlinked')
      .expect(200);
    const ours = log.data.filter(({ details }: { details: { id: number } }) => details.id === id);
    expect(ours).toMatchObject([
      { action: 'member.linked', details: { issuer: issuer.url, subject: 'second' } },
      { action: 'member.unlinked', details: { issuer: issuer.url, subject: 'first' } },
      { action: 'member.linked', details: { issuer: issuer.url, subject: 'first' } },
    ]);
  });

  it('folds ASCII letters only, so that the Kelvin sign does not match k', async () => {
    const members = app.app.get(MembersService);
    await members.add({ organizationId: org.id, mode: 'live' }, { email: 'kim@redd.example', role: 'admin' });
    issuer.claims = { email: '\u212Aim@redd.example', email_verified: true, sub: 'another person' };
    refused(await signIn(), 'not_a_member');
    issuer.claims = { email: 'KIM@REDD.example', email_verified: true, sub: 'kim' };
    expect((await signIn()).headers.location).toBe('/app');
  });

  it('is the only sign-in method with REQUIRE_OIDC', async () => {
    const strict = await startApp({ ...settings(), REQUIRE_OIDC: 'true' });
    open.push(strict);
    const http = request(strict.url);
    expect((await http.get('/app/session/ways').expect(200)).body).toMatchObject({ mail: false, oidc: true });
    const { id } = await strict.organization();
    const { link } = await strict.app.get(MemberAdmin).add(id, { email: 'a@b.example', role: 'admin' });
    const token = link.split('#token=')[1]!;
    for (const response of [
      await http.post('/app/session').send({ token }),
      await http.post('/app/session/link').send({ email: 'a@b.example' }),
    ]) {
      expect(response.status).toBe(403);
      expect(response.body.error.code).toBe('oidc_required');
    }
    const { body } = await http.post('/app/session/preview').send({ token }).expect(200);
    expect(body).toMatchObject({ organization: 'Test', email: 'a@b.example', invitation: null });
    issuer.claims = { email: 'a@b.example', email_verified: true };
    expect((await signIn(strict)).headers.location).toBe('/app');
    const DATA_DIR = process.env.TEST_DATA_DIR;
    expect(() => new Config({ DATA_DIR, REQUIRE_OIDC: 'true' })).toThrow(
      /^REQUIRE_OIDC requires OIDC_ISSUER/,
    );
  });

  it('rejects people who are not members, and creates no member', async () => {
    const member = await newMember();
    for (const claims of [
      { email: 'nobody@acme.example', email_verified: true },
      { email: member, email_verified: false },
      { email: member, email_verified: 'true' },
      { email: member },
      { email: [member], email_verified: true },
      {},
    ]) {
      issuer.claims = claims;
      refused(await signIn(), 'not_a_member');
    }
    const { body } = await org.live.get('/api/v1/members?limit=100').expect(200);
    expect(JSON.stringify(body)).not.toContain('nobody@');
  });

  it('rejects forged, foreign and expired tokens', async () => {
    const email = await newMember();
    issuer.claims = { email, email_verified: true };
    for (const forged of [
      { nonce: 'another' },
      { aud: 'another' },
      { iss: 'https://evil.example' },
      { exp: Math.floor(Date.now() / 1_000) - 120 },
    ]) {
      issuer.claimOverrides = forged;
      refused(await signIn(), 'sign_in_failed');
    }
    issuer.claimOverrides = {};
    issuer.signsWithWrongKey = true;
    refused(await signIn(), 'sign_in_failed');
  });

  it('rejects a callback in a browser that did not start the sign-in', async () => {
    issuer.claims = { email: await newMember(), email_verified: true };
    const sent = await begin().expect(303);
    const cookie = cookiesOf(sent)[0]!.split(';')[0]!;
    const other = cookiesOf(await begin().expect(303))[0]!.split(';')[0]!;
    const back = issuer.authorize(sent.headers.location!);
    for (const one of [undefined, other, 'lading_oidc=', 'lading_oidc=AAAA', `${cookie.slice(0, -2)}AA`])
      refused(await finish(back, one).expect(303), 'sign_in_failed');
    refused(await finish(CALLBACK, cookie).expect(303), 'sign_in_failed');
    refused(await finish(`${CALLBACK}?code=a&code=b&state=c`, cookie).expect(303), 'sign_in_failed');
    issuer.authorizationError = 'access_denied';
    refused(await signIn(), 'sign_in_failed');
  });

  it('reports a provider that is down, slow or different', async () => {
    const fresh = async (env: Record<string, string>) => {
      const one = await startApp({ ...settings(), ...env });
      open.push(one);
      return one;
    };
    const away = await fresh({ OIDC_ISSUER: 'http://127.0.0.1:9' });
    refused(await begin(away).expect(303), 'provider_away');
    issuer.issuerOverride = 'https://evil.example';
    const wrong = await fresh({});
    refused(await begin(wrong).expect(303), 'provider_away');
    await expect(wrong.app.get(OidcProvider).discover()).rejects.toThrow(
      new RegExp(`^OIDC_ISSUER ${issuer.url}: .*issuer`),
    );
    issuer.issuerOverride = undefined;
    const hanging = await fresh({});
    const sent = await begin(hanging).expect(303);
    const back = issuer.authorize(sent.headers.location!);
    issuer.hangs = true;
    refused(await finish(back, cookiesOf(sent)[0]!.split(';')[0]!, hanging).expect(303), 'provider_away');
  });

  it('is disabled without settings', async () => {
    const plain = await startApp();
    open.push(plain);
    expect((await request(plain.url).get('/app/session/ways').expect(200)).body.oidc).toBe(false);
    await begin(plain).expect(404);
    await finish(`${CALLBACK}?code=a`, undefined, plain).expect(404);
  });

  it('requires all settings, HTTPS in production, and accepts the secret from a file', () => {
    const DATA_DIR = process.env.TEST_DATA_DIR;
    const file = join(mkdtempSync(join(tmpdir(), 'lading-oidc-')), 'secret');
    writeFileSync(file, 'of a file\n');
    const all = { DATA_DIR, OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'a' };
    expect(new Config({ ...all, OIDC_CLIENT_SECRET_FILE: file }).oidc?.clientSecret).toBe('of a file');
    const refuse = (env: Record<string, string | undefined>, words: RegExp) =>
      expect(() => new Config({ ...all, ...env })).toThrow(words);
    refuse({}, /^Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together/);
    refuse(
      { OIDC_CLIENT_SECRET: 'a', OIDC_CLIENT_SECRET_FILE: file },
      /^Set either OIDC_CLIENT_SECRET or OIDC_CLIENT_SECRET_FILE, not both/,
    );
    refuse({ OIDC_CLIENT_SECRET_FILE: `${file}.missing` }, /cannot be read \(ENOENT\)/);
    refuse({ OIDC_CLIENT_SECRET: 'a', OIDC_ISSUER: 'login' }, /^OIDC_ISSUER is not a URL/);
    const production = { NODE_ENV: 'production', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
    refuse(
      { ...production, OIDC_CLIENT_SECRET: 'a', OIDC_ISSUER: 'http://a.example' },
      /^OIDC_ISSUER is not/,
    );
    refuse(
      { ...production, OIDC_CLIENT_SECRET: 'a' },
      /^PUBLIC_URL is required in production with OIDC_ISSUER/,
    );
  });
});
