import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type TestAgent from 'supertest/lib/agent.js';
import { AuditLogService } from '../../src/platform/auth/audit-log.service.js';
import { MAX_LOGO_BYTES, parseLogo } from '../../src/platform/auth/logo.js';
import { OrganizationProfiles } from '../../src/platform/auth/organization-profiles.js';
import type { Mode } from '../../src/platform/tenancy/tenant.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { buildJpeg, buildPng } from '../support/images.js';

const ADDRESS = { address: '500 W Madison St', city: 'Chicago', state: 'IL', zip: '60661' };
const PROFILE = '/api/v1/organization';

describe('the organization’s profile', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => {
    org = await app.organization();
  });
  afterAll(() => app.close());

  const upload = (file: Buffer, type = 'image/png', client: TestAgent = org.test) =>
    client.put(`${PROFILE}/logo`).set('Content-Type', type).send(file);

  /** Sends a logo in parts and returns the response. */
  const send = (headers: OutgoingHttpHeaders): { sent: ClientRequest; answer: Promise<IncomingMessage> } => {
    const sent = request(`${app.url}${PROFILE}/logo`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${org.testKey}`, 'content-type': 'image/png', ...headers },
    }).on('error', () => undefined);
    return { sent, answer: once(sent, 'response').then(([answer]) => (answer as IncomingMessage).resume()) };
  };

  it('is empty at first', async () => {
    const { body } = await org.test.get(PROFILE).expect(200);
    expect(body).toMatchObject({ object: 'organization', id: org.id, name: 'Test', legal_name: null });
    expect(body).toMatchObject({ address: null, logo: null, color: null, remit_to: null });
    expect(body.updated_at).toBe(body.created_at);
  });

  it('is set in live mode, appears in test mode, and is hidden from other organizations', async () => {
    const neighbour = await app.organization();
    const change = { legal_name: 'Acme, Inc.', color: '#0B5394' };
    const { body: live } = await org.live.patch(PROFILE).send(change).expect(200);
    expect(live).toMatchObject({ legal_name: 'Acme, Inc.', color: '#0b5394' });
    expect((await org.test.get(PROFILE).expect(200)).body).toEqual(live);
    for (const client of [neighbour.test, neighbour.live])
      expect((await client.get(PROFILE)).body.legal_name).toBeNull();
  });

  it('becomes a separate copy for test mode at the first change by a test key', async () => {
    await org.live.patch(PROFILE).send({ legal_name: 'Acme, Inc.', address: ADDRESS }).expect(200);
    await upload(buildPng(3, 2), 'image/png', org.live).expect(200);
    const { body: live } = await org.live.get(PROFILE).expect(200);
    expect((await org.test.patch(PROFILE).send({ legal_name: 'Acme, Inc.' }).expect(200)).body).toEqual(live);

    const thief = { ...ADDRESS, company: 'Mallory’s Bank' };
    const { body: test } = await org.test.patch(PROFILE).send({ remit_to: thief }).expect(200);
    expect(test).toMatchObject({ legal_name: 'Acme, Inc.', logo: live.logo, remit_to: thief });
    expect((await org.live.get(PROFILE)).body).toEqual(live);

    await org.test.delete(`${PROFILE}/logo`).expect(200);
    await org.test.get(`${PROFILE}/logo`).expect(404);
    await org.live.get(`${PROFILE}/logo`).expect(200);
    await org.live.patch(PROFILE).send({ color: '#112233' }).expect(200);
    expect((await org.test.get(PROFILE)).body).toMatchObject({ color: null, logo: null, remit_to: thief });
    await org.test.post('/api/v1/sandbox/reset').expect(200);
    expect((await org.test.get(PROFILE)).body).toEqual((await org.live.get(PROFILE)).body);

    const entries = await app.app.get(AuditLogService).list(org.id);
    const changes = entries.filter(({ action }) => action === 'organization.updated');
    expect(changes.map(({ mode }) => mode)).toEqual(['live', 'live', 'test', 'test', 'live']);
  });

  it('appears on the documents of its mode', async () => {
    const profiles = app.app.get(OrganizationProfiles);
    const of = async (mode: Mode) => {
      const tenant = { organizationId: org.id, mode };
      const { party, remitTo } = await profiles.letterhead(tenant);
      expect(await profiles.remitTo(tenant)).toEqual(remitTo);
      return [party.company, remitTo.company];
    };
    await org.test.patch(PROFILE).send({ legal_name: 'Try', remit_to: { ...ADDRESS, company: 'A' } });
    expect(await of('live')).toEqual(['Test', 'Test']);
    await org.live.patch(PROFILE).send({ legal_name: 'Real', remit_to: { ...ADDRESS, company: 'B' } });
    expect(await of('live')).toEqual(['Real', 'B']);
    expect(await of('test')).toEqual(['Try', 'A']);
  });

  it('keeps both of two concurrent first changes in test mode', async () => {
    await org.live.patch(PROFILE).send({ address: ADDRESS }).expect(200);
    await Promise.all(
      [{ legal_name: 'Acme' }, { color: '#112233' }].map((change) =>
        org.test.patch(PROFILE).send(change).expect(200),
      ),
    );
    const { body } = await org.test.get(PROFILE).expect(200);
    expect(body).toMatchObject({ legal_name: 'Acme', color: '#112233', address: ADDRESS });
  });

  it('keeps omitted fields, clears null fields and replaces objects as a whole', async () => {
    const whole = { legal_name: 'Acme', address: { ...ADDRESS, phone: '555-1', email: 'a@acme.example' } };
    const remit = { ...ADDRESS, company: 'First Bank', contact: 'Lockbox 7' };
    await org.test
      .patch(PROFILE)
      .send({ ...whole, remit_to: remit })
      .expect(200);
    const { body } = await org.test.patch(PROFILE).send({ legal_name: null, address: ADDRESS }).expect(200);
    expect(body.legal_name).toBeNull();
    expect(body.address).toEqual({ ...ADDRESS, country: 'US', phone: null, email: null });
    expect(body.remit_to).toEqual({ ...remit, country: 'US', phone: null, email: null });
  });

  it('keeps `updated_at` and the audit log if no value changes', async () => {
    const change = { legal_name: 'Acme', address: ADDRESS, color: '#112233' };
    const { body: first } = await org.test.patch(PROFILE).send(change).expect(200);
    await upload(buildPng(3, 2)).expect(200);
    const { body: before } = await org.test.get(PROFILE);
    expect(before.updated_at >= first.updated_at).toBe(true);
    for (const same of [{}, change, { address: { ...ADDRESS, phone: null } }])
      expect((await org.test.patch(PROFILE).send(same).expect(200)).body).toEqual(before);
    expect((await upload(buildPng(3, 2)).expect(200)).body).toEqual(before);
    const entries = await app.app.get(AuditLogService).list(org.id);
    const changes = entries.filter(({ action }) => action === 'organization.updated');
    expect(changes.map(({ details }) => details.fields)).toEqual([
      ['legal_name', 'address', 'color'],
      ['logo'],
    ]);
  });

  it.each([
    [{ legal_name: '' }, 'legal_name'],
    [{ legal_name: ' ' }, 'legal_name'],
    [{ legal_name: 'x'.repeat(256) }, 'legal_name'],
    [{ color: 'blue' }, 'color'],
    [{ color: '#12345' }, 'color'],
    [{ color: 'red;}</style>' }, 'color'],
    [{ address: 'Chicago' }, 'address'],
    [{ address: { ...ADDRESS, zip: '90001' } }, 'address.zip'],
    [{ address: { ...ADDRESS, city: undefined } }, 'address.city'],
    [{ remit_to: { ...ADDRESS, email: 'nobody' } }, 'remit_to.email'],
  ])('rejects %j', async (change, param) => {
    const { body } = await org.test.patch(PROFILE).send(change).expect(400);
    expect(body.error.param).toBe(param);
    expect((await org.test.get(PROFILE)).body.legal_name).toBeNull();
  });

  it('rejects a logo field in strict mode, because the logo is a file', async () => {
    const { body } = await org.test
      .patch(PROFILE)
      .set('Prefer', 'handling=strict')
      .send({ logo: 'https://acme.example/logo.png' })
      .expect(400);
    expect(body.error).toMatchObject({ code: 'unknown_parameter', param: 'logo' });
  });

  describe('logo', () => {
    it.each([
      ['PNG', 'image/png', buildPng(40, 20)],
      ['JPEG', 'image/jpeg', buildJpeg(40, 20)],
    ])('accepts a %s and returns the same bytes', async (_name, type, file) => {
      const { body } = await upload(file, type).expect(200);
      expect(body.logo).toEqual({ content_type: type, width: 40, height: 20 });
      const download = await org.test.get(`${PROFILE}/logo`).expect(200).expect('Content-Type', type);
      expect(Buffer.from(download.body as Buffer).equals(file)).toBe(true);
    });

    it('can be replaced and removed', async () => {
      await upload(buildPng(40, 20)).expect(200);
      await upload(buildJpeg(30, 30), 'image/jpeg').expect(200);
      await org.test.get(`${PROFILE}/logo`).expect(200).expect('Content-Type', 'image/jpeg');
      for (let time = 0; time < 2; time++)
        expect((await org.test.delete(`${PROFILE}/logo`).expect(200)).body.logo).toBeNull();
      const { body } = await org.test.get(`${PROFILE}/logo`).expect(404);
      expect(body.error.code).toBe('resource_missing');
    });

    it('has the type of its bytes, not of its header', async () => {
      const { body } = await upload(buildJpeg(40, 20), 'image/png').expect(200);
      expect(body.logo.content_type).toBe('image/jpeg');
    });

    it.each([
      ['is empty', Buffer.alloc(0)],
      ['is no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['ends too early', buildPng(40, 20).subarray(0, 60)],
      ['has no size', buildPng(40, 20).fill(0, 16, 24)],
      ['is a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff, 0xd9])],
      ['is too wide', buildPng(2_001, 1)],
      ['is too high', buildJpeg(1, 2_001)],
    ])('is rejected when it %s', async (_name, file) => {
      const { body } = await upload(file).expect(400);
      expect(body.error).toMatchObject({ code: 'invalid_file', param: 'logo' });
      await org.test.get(`${PROFILE}/logo`).expect(404);
    });

    it('is limited to 200 KiB', async () => {
      const exact = Buffer.concat([buildPng(4, 4), Buffer.alloc(MAX_LOGO_BYTES - buildPng(4, 4).length)]);
      await upload(exact).expect(200);
      const { body } = await upload(Buffer.concat([exact, Buffer.alloc(1)])).expect(413);
      expect(body.error.message).toBe('The logo is larger than 200 KiB.');
    });

    it('is rejected before the upload ends if its declared length is too large', async () => {
      const { answer, sent } = send({ 'content-length': 300 * 1_024 });
      sent.write(buildPng(4, 4));
      expect((await answer).statusCode).toBe(413);
      sent.destroy();
    });

    it('accepts a chunked upload without a declared length', async () => {
      const file = Buffer.concat([buildPng(4, 4), Buffer.alloc(90 * 1_024, 7)]);
      const { answer, sent } = send({});
      for (let at = 0; at < file.length; at += 30_000) sent.write(file.subarray(at, at + 30_000));
      sent.end();
      expect((await answer).statusCode).toBe(200);
      expect((await org.test.get(`${PROFILE}/logo`).expect(200)).body).toEqual(file);
      const larger = send({});
      for (let count = 0; count < 4; count++) larger.sent.write(Buffer.alloc(80 * 1_024));
      expect((await larger.answer).statusCode).toBe(413);
      larger.sent.end();
      await once(larger.sent, 'close');
    });

    it('rejects other file types', async () => {
      for (const type of ['image/svg+xml', 'image/gif', 'application/json', 'text/html'])
        await upload(buildPng(4, 4), type).expect(415);
      const { body } = await org.test
        .put(`${PROFILE}/logo`)
        .set('Content-Type', 'image/png')
        .set('Content-Encoding', 'gzip')
        .send(buildPng(4, 4))
        .expect(415);
      expect(body.error).toMatchObject({
        code: 'unsupported_media_type',
        message: 'Content-Encoding gzip is not supported. Send the body uncompressed.',
      });
    });

    it('parses or rejects any bytes without a fault', () => {
      const starts = [Buffer.alloc(0), buildPng(9, 9), buildJpeg(9, 9), Buffer.from([0xff, 0xd8])];
      fc.assert(
        fc.property(fc.constantFrom(...starts), fc.uint8Array(), fc.nat(60), (start, noise, cut) => {
          try {
            const { width, height } = parseLogo(Buffer.concat([start.subarray(0, cut), noise]));
            expect(Math.min(width, height)).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toMatchObject({ code: 'invalid_file' });
          }
        }),
        { numRuns: 2_000 },
      );
    });
  });
});
