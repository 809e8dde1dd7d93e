import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { Config } from '../../src/config/config.js';
import { MembersService } from '../../src/features/members/members.service.js';
import { OidcProvider } from '../../src/features/members/oidc-provider.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { OIDC_CLIENT, FakeOidcProvider } from '../fakes/fake-oidc-provider.js';

const BASE = 'http://freight.example.com';
const CALLBACK = '/app/session/oidc/callback';

describe('signing in with OpenID Connect', () => {
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
  /** From the button to the end, as a browser goes. */
  async function signIn(of = app): Promise<Response> {
    const sent = await begin(of).expect(303);
    const cookie = cookiesOf(sent)[0]!.split(';')[0]!;
    return finish(issuer.authorize(sent.headers.location!), cookie, of).expect(303);
  }
  const newMember = async (organization = org) => {
    const email = `oidc${++people}@acme.example`;
    await app.app
      .get(MembersService)
      .add({ organizationId: organization.id, mode: 'live' }, { email, role: 'viewer' });
    return email;
  };
  const refused = (response: Response, reason: string) => {
    expect(response.headers.location).toBe(`/app/sign-in#error=${reason}`);
    expect(cookiesOf(response).join()).not.toContain('lading_session=');
  };

  it('lets a member in, by a cookie that nobody else can make or read', async () => {
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

  it('lets in who is invited, as what; a member is led nowhere else by anybody’s invitation', async () => {
    const invited = `oidc${++people}@acme.example`;
    await org.live.post('/api/v1/invitations').send({ email: invited, role: 'operator' }).expect(201);
    issuer.claims = { email: invited, email_verified: true };
    expect((await signIn()).headers.location).toBe('/app');
    const { body } = await org.live.get('/api/v1/members').expect(200);
    expect(body.data).toContainEqual(expect.objectContaining({ email: invited, role: 'operator' }));

    const stranger = await app.organization();
    const member = await newMember();
    await stranger.live.post('/api/v1/invitations').send({ email: member, role: 'admin' }).expect(201);
    issuer.claims = { email: member, email_verified: true };
    const done = await signIn();
    const cookie = cookiesOf(done).find((one) => one.startsWith('lading_session='))!;
    const shown = await request(app.url).get('/app/session').set('Cookie', cookie.split(';')[0]!).expect(200);
    expect(shown.body.organization.id).toBe(org.id);
  });

  it('lets nobody else in, and makes nobody a member', async () => {
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

  it('takes no forged, foreign or stale token', async () => {
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

  it('takes no browser back that did not set out here', async () => {
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

  it('says so when the provider is away, hangs or is another', async () => {
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

  it('is not there without settings', async () => {
    const plain = await startApp();
    open.push(plain);
    expect((await request(plain.url).get('/app/session/ways').expect(200)).body.oidc).toBe(false);
    await begin(plain).expect(404);
    await finish(`${CALLBACK}?code=a`, undefined, plain).expect(404);
  });

  it('is set as a whole, over HTTPS in production, its secret from a file too', () => {
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
    refuse({ OIDC_CLIENT_SECRET: 'a', OIDC_ISSUER: 'login' }, /^OIDC_ISSUER is not an address/);
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
