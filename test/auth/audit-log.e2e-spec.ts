import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RetentionService } from '../../src/app/retention.service.js';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { AuditLogService } from '../../src/platform/auth/audit-log.service.js';
import { createTariff, newFreight } from '../support/factories.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

interface Entry {
  id: number;
  action: string;
  actor: string;
  actor_name: string | null;
  details: Record<string, unknown>;
}

describe('the audit log', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  const entries = async (query = '', by = org.test): Promise<Entry[]> =>
    (await by.get(`/api/v1/audit-log${query}`).expect(200)).body.data;

  it('records every change of a key and a webhook secret with its actor, without the secret', async () => {
    const { body: key } = await org.test.post('/api/v1/keys').send({ name: 'Desk' }).expect(201);
    const desk = app.client(key.key);
    const { body: next } = await desk.post(`/api/v1/keys/${key.id}/roll`).send({ overlap_seconds: 60 });
    await org.test.post(`/api/v1/keys/${next.id}/revoke`).expect(200);
    const hook = { url: 'https://example.com/hook', events: ['quote.created'] };
    const { body: endpoint } = await desk.post('/api/v1/webhooks').send(hook).expect(201);
    const { body: rotated } = await desk.post(`/api/v1/webhooks/${endpoint.id}/rotate-secret`).expect(200);
    await desk.delete(`/api/v1/webhooks/${endpoint.id}`).expect(200);

    const told = await entries('?limit=6');
    const by = { actor: `key:${key.id}`, actor_name: key.prefix };
    const first = { actor: expect.stringMatching(/^key:\d+$/), actor_name: org.testKey.slice(0, 12) };
    expect(told).toMatchObject([
      { action: 'webhook.deleted', ...by, details: { id: endpoint.id } },
      { action: 'webhook.secret_rotated', ...by, details: { secret_prefix: rotated.secret_prefix } },
      { action: 'webhook.created', ...by, details: { id: endpoint.id } },
      { action: 'key.revoked', ...first, details: { id: next.id } },
      { action: 'key.rolled', ...by, details: { id: key.id, to: next.id } },
      { action: 'key.created', ...first, details: { id: key.id, scopes: null } },
    ]);
    const text = JSON.stringify(told);
    for (const secret of [key.key, next.key, endpoint.secret, rotated.secret])
      expect(text).not.toContain(secret.slice(12));
    expect(await entries(`?actor=key:${key.id}&action=webhook.created,webhook.deleted`)).toEqual([
      told[0],
      told[2],
    ]);
  });

  it("records every change of an endpoint's address and types with the host only", async () => {
    const hook = { url: 'https://example.com/pass-1', events: ['quote.created'] };
    const { body: endpoint } = await org.test.post('/api/v1/webhooks').send(hook).expect(201);
    const change = (body: object) => org.test.patch(`/api/v1/webhooks/${endpoint.id}`).send(body).expect(200);
    await change({ url: 'https://other.example/pass-2', events: ['bol.generated'] });
    await change({ url: 'https://other.example/pass-3' });
    await change({ description: 'The same receiver' });
    const log = await entries('?action=webhook.updated');
    const [old, next] = [
      { host: 'example.com', events: ['quote.created'] },
      { host: 'other.example', events: ['bol.generated'] },
    ];
    expect(log).toMatchObject([
      { actor: expect.stringMatching(/^key:/), details: { id: endpoint.id, from: next, to: next } },
      { details: { id: endpoint.id, from: old, to: next } },
    ]);
    expect(JSON.stringify(log)).not.toContain('pass-');
  });

  it('records every change of the recipients of a tracking link', async () => {
    const { id } = await newFreight(org.test);
    const share = (emails: string[]) =>
      org.test
        .post(`/api/v1/freight/${id}/tracking-link`)
        .send({ notify: emails.map((email) => ({ email, events: ['delivered'] })) });
    await share(['a@b.example']).expect(201);
    await share(['a@b.example']).expect(200);
    await share(['c@d.example']).expect(200);
    const [a, c] = ['a@b.example', 'c@d.example'].map((email) => [{ email, events: ['delivered'] }]);
    expect(await entries('?action=tracking_link.created,tracking_link.updated')).toMatchObject([
      { action: 'tracking_link.updated', details: { freight_id: id, from: a, to: c } },
      { action: 'tracking_link.created', details: { freight_id: id, notify: a } },
    ]);
  });

  it('records every change of the address that tenders go to', async () => {
    const id = await createTariff(org.test, { tender_email: 'a@b.example' });
    const change = (body: object) => org.test.patch(`/api/v1/tariffs/${id}`).send(body).expect(200);
    await change({ tender_email: 'c@d.example' });
    await change({ name: 'Another name' });
    await org.test.delete(`/api/v1/tariffs/${id}`).expect(200);
    expect((await entries('?action=tariff.tender_email_changed')).map(({ details }) => details)).toEqual([
      { id, from: 'c@d.example', to: null },
      { id, from: 'a@b.example', to: 'c@d.example' },
      { id, from: null, to: 'a@b.example' },
    ]);
  });

  it('records actions of the operator and the service with their mode', async () => {
    const fresh = await app.organization();
    const audit = app.app.get(AuditLogService);
    const connections = app.app.get(CarrierConnectionsService);
    const live = { organizationId: fresh.id, mode: 'live' as const };
    const rl = { adapter: 'rl', scac: 'RLCA', settings: { api_key: 'carrier-credential' } };
    audit.actor = 'cli:ops';
    try {
      const before = await connections.connect(live, rl);
      const after = await connections.connect(live, rl);
      await connections.disconnect(after.id);
      const { id } = await app.app.get(ApiKeysService).create(fresh.id, 'test', { scopes: ['quotes.read'] });
      expect(await entries('?limit=3', fresh.live)).toMatchObject([
        { action: 'carrier.disconnected', actor: 'cli:ops', actor_name: null, details: { id: after.id } },
        { action: 'carrier.connected', details: { id: after.id, replaces: before.id } },
        { action: 'carrier.connected', details: { id: before.id, scac: 'RLCA', replaces: null } },
      ]);
      expect(await entries('?actor=cli:ops', fresh.test)).toMatchObject([{ details: { id } }]);
    } finally {
      audit.actor = 'service';
    }
    const all = await entries('', fresh.live);
    expect(all.at(-1)).toMatchObject({ action: 'organization.created', actor: 'service' });
    expect(JSON.stringify(all)).not.toContain('carrier-credential');
    expect(await entries(`?actor=cli:ops`)).toEqual([]);
    const strangers = await app.organization();
    expect(await entries('', strangers.test)).toMatchObject([{ action: 'key.created' }]);
  });

  it('survives and records a sandbox reset', async () => {
    const before = await entries();
    await org.test.post('/api/v1/sandbox/reset').expect(200);
    expect(await entries('?limit=11')).toEqual([
      expect.objectContaining({ action: 'sandbox.reset', actor: expect.stringContaining('key:') }),
      ...before,
    ]);
  });

  it('omits changes that were rolled back', async () => {
    const before = await entries();
    const late = { expires_at: '2020-01-01' };
    await org.test.post('/api/v1/keys').send(late).expect(400);
    expect(await entries()).toEqual(before);
  });

  it('requires a read scope', async () => {
    const keys = app.app.get(ApiKeysService);
    const client = async (scope: string) =>
      app.client((await keys.create(org.id, 'test', { scopes: [scope] })).key);
    await (await client('audit-log.read')).get('/api/v1/audit-log').expect(200);
    await (await client('keys.read')).get('/api/v1/audit-log').expect(403);
  });

  it('is exported as CSV', async () => {
    const { text } = await org.test
      .get('/api/v1/audit-log?action=key.created&limit=1')
      .set('Accept', 'text/csv')
      .expect(200);
    const [header, row] = text.split('\r\n');
    expect(header).toBe('object,id,action,details,created_at,actor,actor_name');
    expect(row).toMatch(/^audit_entry,\d+,key\.created,"\{""id"":\d+.*\}",20[^,]+Z,service,$/);
  });

  it('is kept for the configured retention', async () => {
    const [newest] = await entries();
    await app.sql.query(`UPDATE audit_log SET created_at = now() - interval '731 days' WHERE id < $1`, [
      newest!.id,
    ]);
    expect(await app.app.get(RetentionService).deleteOld('audit_log')).toBeGreaterThan(0);
    expect(await entries()).toEqual([newest]);
  });
});
