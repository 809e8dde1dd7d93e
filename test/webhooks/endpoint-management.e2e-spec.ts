import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { WebhooksService } from '../../src/features/webhooks/webhooks.service.js';
import { eventually } from '../support/eventually.js';
import { respondWith, findClosedPort, Receivers } from '../support/receiver.js';
import { WEBHOOKS_PATH, Fixture } from '../support/fixture.js';

describe('an endpoint with the failure policy outage', () => {
  let bench: Fixture;
  const receivers = new Receivers();

  beforeAll(async () => {
    // No retry is due during a test.
    bench = await Fixture.start({ WEBHOOK_RETRY_DELAYS: '0s,1h,1h,1h,1h,1h,1h' });
  });
  afterAll(() => bench.close());
  afterEach(() => receivers.close());

  /** Publishes events to an endpoint whose receiver fails, and waits for the first attempt of each. */
  async function failTwelve(id: number): Promise<void> {
    for (let index = 0; index < 12; index++) await bench.publishEvent();
    await eventually(async () => {
      const deliveries = await bench.listDeliveries(id);
      return deliveries.length >= 12 && deliveries.every(({ attempt_count: attempts }) => attempts > 0);
    });
  }

  it('counts the events that fail before the first retry as one failure', async () => {
    const { url } = await receivers.startReceiver(respondWith(500));
    const { id } = await bench.createEndpoint(url);
    expect(await bench.patchEndpoint(id, { failure_policy: 'outage' })).toMatchObject({
      failure_policy: 'outage',
    });
    await failTwelve(id);
    expect(await bench.getEndpoint(id)).toMatchObject({ active: true, consecutive_failures: 1 });
  });

  it('counts the next failure once the retry is due, and starts again after a success', async () => {
    const { url } = await receivers.startReceiver(respondWith(500));
    const { id } = await bench.createEndpoint(url);
    await bench.patchEndpoint(id, { failure_policy: 'outage' });
    const failures = async () => (await bench.getEndpoint(id)).consecutive_failures;
    await bench.publishEvent();
    await eventually(async () => (await failures()) === 1);
    await bench.app.sql.query(
      'UPDATE webhook_endpoints SET outage_counted_until = now(), consecutive_failures = 8 WHERE id = $1',
      [id],
    );
    await bench.publishEvent();
    await eventually(async () => (await failures()) === 9);
    receivers.last.responder = respondWith(200);
    await bench.publishEvent();
    await eventually(async () => (await failures()) === 0);
    receivers.last.responder = respondWith(500);
    await bench.publishEvent();
    await eventually(async () => (await failures()) === 1);
  });

  it('is disabled by its tenth counted failure', async () => {
    const { url } = await receivers.startReceiver(respondWith(500));
    const { id } = await bench.createEndpoint(url);
    await bench.patchEndpoint(id, { failure_policy: 'outage' });
    await bench.app.sql.query('UPDATE webhook_endpoints SET consecutive_failures = 9 WHERE id = $1', [id]);
    await bench.publishEvent();
    await eventually(async () => !(await bench.getEndpoint(id)).active);
    expect(await bench.patchEndpoint(id, { active: true })).toMatchObject({ consecutive_failures: 0 });
  });

  it('differs from the default, which counts every attempt', async () => {
    const { url } = await receivers.startReceiver(respondWith(500));
    const { id } = await bench.createEndpoint(url);
    expect(await bench.getEndpoint(id)).toMatchObject({ failure_policy: 'consecutive' });
    for (let index = 0; index < 12; index++) await bench.publishEvent();
    await eventually(async () => !(await bench.getEndpoint(id)).active);
  });

  it('receives every type of a resource, or all types, by a wildcard', async () => {
    const { url } = await receivers.startReceiver();
    const types = ['shipment.booked', 'shipment.delivered', 'quote.created', 'invoice.paid'];
    const { id: some } = await bench.createEndpoint(url, ['shipment.*', 'quote.created']);
    const { id: all } = await bench.createEndpoint(url, ['*']);
    for (const type of types) await bench.publishEvent(type);
    const received = async (id: number) =>
      (await bench.listDeliveries(id)).map(({ event_type: type }) => type).toSorted();
    expect(await received(some)).toEqual(['quote.created', 'shipment.booked', 'shipment.delivered']);
    expect(await received(all)).toEqual(types.toSorted());
    expect((await bench.getEndpoint(all)) as unknown).toMatchObject({ events: ['*'] });
  });

  it.each(['parcel.*', 'ship*', 'shipment.*.x', '**', '.*'])('rejects the wildcard %s', async (wildcard) => {
    const body = { url: 'https://example.com/hooks', events: [wildcard] };
    const response = await bench.org.test.post(WEBHOOKS_PATH).send(body).expect(400);
    expect(response.body.error.param).toBe('events');
  });

  it('recovers missed events that match a wildcard', async () => {
    const { url } = await receivers.startReceiver();
    const { id } = await bench.createEndpoint(url, ['invoice.*']);
    await bench.patchEndpoint(id, { active: false });
    for (const type of ['invoice.paid', 'quote.created']) await bench.publishEvent(type);
    await bench.patchEndpoint(id, { active: true });
    const since = new Date(Date.now() - 60_000).toISOString();
    const path = `${WEBHOOKS_PATH}/${id}/recover`;
    const { body } = await bench.org.test.post(path).send({ since, include: 'missed' }).expect(200);
    expect(body).toMatchObject({ count: 1 });
    expect((await bench.listDeliveries(id)).map(({ event_type: type }) => type)).toEqual(['invoice.paid']);
  });
});

describe('webhook endpoints:', () => {
  let bench: Fixture;
  const receivers = new Receivers();

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());
  afterEach(() => receivers.close());

  describe('owners', () => {
    it('can test one endpoint even if it does not subscribe to the test event', async () => {
      const { url } = await receivers.startReceiver();
      const { id } = await bench.createEndpoint(`${url}/tested`, ['invoice.paid']);
      await bench.createEndpoint(`${url}/other`, ['webhook.test']);
      const { body } = await bench.org.test.post(`${WEBHOOKS_PATH}/${id}/test`).expect(200);
      expect(body).toMatchObject({
        object: 'webhook_delivery',
        endpoint_id: id,
        event_type: 'webhook.test',
        status: 'pending',
        attempt_count: 0,
        attempts: [],
      });
      const [delivery] = await receivers.last.waitForDeliveries(1);
      expect(delivery).toMatchObject({ path: '/tested', body: { id: body.event_id, type: 'webhook.test' } });
      expect(delivery!.body.data).toEqual({ message: expect.any(String), endpoint_id: id });
      await bench.waitUntilDueIsClaimed();
      expect(receivers.last.received).toHaveLength(1);
    });

    it('see only the origin of the address without the scope to change it', async () => {
      const { url } = await receivers.startReceiver();
      const { id } = await bench.createEndpoint(`${url}/password?key=secret`);
      const scopes = ['webhooks.read', 'quotes.read', 'freight.read'];
      const { body: key } = await bench.org.test.post('/api/v1/keys').send({ scopes }).expect(201);
      const reader = bench.app.client(key.key);
      const { body: list } = await reader.get(`${WEBHOOKS_PATH}?limit=100`).expect(200);
      const { body: one } = await reader.get(`${WEBHOOKS_PATH}/${id}`).expect(200);
      expect([list.data.find((row: { id: number }) => row.id === id).url, one.url]).toEqual([url, url]);
      const { body: whole } = await bench.org.test.get(`${WEBHOOKS_PATH}/${id}`).expect(200);
      expect(whole.url).toBe(`${url}/password?key=secret`);
    });

    it('can resend a delivery as a new record with the same bytes and seven attempts', async () => {
      const { url } = await receivers.startReceiver(respondWith(500));
      const { id } = await bench.createEndpoint(url);
      await bench.publishEvent();
      const failed = await bench.waitForDelivery(id, ({ status }) => status === 'failed');
      receivers.last.responder = respondWith(200);
      const resend = `${WEBHOOKS_PATH}/${id}/deliveries/${failed.id}/resend`;
      const { body } = await bench.org.test.post(resend).expect(200);
      expect(body).toMatchObject({ event_id: failed.event_id, status: 'pending', attempt_count: 0 });
      expect(body.id).not.toBe(failed.id);
      const sent = (await receivers.last.waitForDeliveries(8))[7]!;
      expect(sent.rawBody).toBe(receivers.last.received[0]!.rawBody);
      await bench.waitForDelivery(id, ({ status }) => status === 'delivered');
      expect((await bench.listDeliveries(id))[1]).toEqual(failed);
      await bench.patchEndpoint(id, { active: false });
      const { body: refused } = await bench.org.test.post(resend).expect(422);
      expect(refused.error.code).toBe('webhook_inactive');
    });

    it('can pause an endpoint, which holds pending deliveries and skips new events until activation', async () => {
      const { url } = await receivers.startReceiver(respondWith(500));
      const { id } = await bench.createEndpoint(url);
      await bench.publishEvent();
      await receivers.last.waitForDeliveries(1);
      await bench.patchEndpoint(id, { active: false });
      await bench.publishEvent('quote.created', { n: 'while paused' });
      await bench.waitForDelivery(
        id,
        ({ attempt_count: attempts }) => attempts === receivers.last.received.length,
      );
      const count = receivers.last.received.length;
      await bench.waitUntilDueIsClaimed();
      expect(receivers.last.received).toHaveLength(count);
      receivers.last.responder = respondWith(200);
      await bench.patchEndpoint(id, { active: true });
      await bench.waitForDelivery(id, ({ status }) => status === 'delivered');
      expect(await bench.listDeliveries(id)).toHaveLength(1);
    });

    it('can rotate the secret, which signs the next attempt', async () => {
      const { url } = await receivers.startReceiver();
      const { id } = await bench.createEndpoint(url);
      const { body } = await bench.org.test.post(`${WEBHOOKS_PATH}/${id}/rotate-secret`).expect(200);
      await bench.publishEvent();
      const [delivery] = await receivers.last.waitForDeliveries(1);
      const { verifyWebhook } = await import('../../receivers/typescript/verify-webhook.js');
      const header = delivery!.headers['x-service-signature'] as string;
      expect(verifyWebhook(delivery!.rawBody, header, body.secret as string)).toBe(true);
    });

    it('can delete an endpoint, which gets nothing more', async () => {
      const { url } = await receivers.startReceiver(respondWith(500));
      const { id } = await bench.createEndpoint(url);
      await bench.publishEvent();
      await receivers.last.waitForDeliveries(1);
      await bench.org.test.delete(`${WEBHOOKS_PATH}/${id}`).expect(200);
      const count = receivers.last.received.length;
      await bench.publishEvent();
      await bench.waitUntilDueIsClaimed();
      expect(receivers.last.received).toHaveLength(count);
    });

    it('see deliveries held while the secret cannot be decrypted and sent after its rotation', async () => {
      const { url } = await receivers.startReceiver();
      const { id } = await bench.createEndpoint(url);
      const sql = `UPDATE webhook_endpoints SET sealed_secret = decode('00', 'hex') WHERE id = $1`;
      await bench.app.sql.query(sql, [id]);
      await bench.publishEvent();
      const stored = async () =>
        (await bench.app.sql.query(`SELECT disabled_reason FROM webhook_endpoints WHERE id = $1`, [id]))[0];
      await eventually(async () => (await stored()).disabled_reason);
      expect(await bench.getEndpoint(id)).toMatchObject({
        active: true,
        disabled_at: null,
        disabled_reason: 'Signing secret rotation required',
        consecutive_failures: 0,
      });
      expect((await bench.listDeliveries(id))[0]).toMatchObject({ status: 'pending', attempt_count: 0 });
      await bench.org.test.post(`${WEBHOOKS_PATH}/${id}/rotate-secret`).expect(200);
      await receivers.last.waitForDeliveries(1);
      expect((await bench.getEndpoint(id)).disabled_reason).toBeNull();
    });
  });

  it('send held deliveries once the secret can be decrypted again', async () => {
    const { url } = await receivers.startReceiver();
    const { id } = await bench.createEndpoint(url);
    const [{ sealed_secret: secret }] = await bench.app.sql.query(
      'SELECT sealed_secret FROM webhook_endpoints WHERE id = $1',
      [id],
    );
    const seal = (sealed: Buffer) =>
      bench.app.sql.query('UPDATE webhook_endpoints SET sealed_secret = $2 WHERE id = $1', [id, sealed]);
    const held = bench.app.app.get(WebhooksService);
    const stored = async () =>
      (await bench.app.sql.query('SELECT disabled_reason FROM webhook_endpoints WHERE id = $1', [id]))[0];
    await seal(Buffer.from([0]));
    await bench.publishEvent();
    await eventually(async () => (await stored()).disabled_reason);
    await held.resumeHeld();
    expect((await bench.getEndpoint(id)).disabled_reason).toBe('Signing secret rotation required');
    await seal(secret);
    await held.resumeHeld();
    await receivers.last.waitForDeliveries(1);
    expect(await bench.getEndpoint(id)).toMatchObject({ active: true, disabled_reason: null });
  });

  describe('a failing endpoint', () => {
    it('is disabled after ten consecutive failures and resumes when activated', async () => {
      const { url } = await receivers.startReceiver(respondWith(500));
      const { id } = await bench.createEndpoint(url);
      for (let index = 0; index < 4; index++) await bench.publishEvent();
      await eventually(async () => !(await bench.getEndpoint(id)).active);
      const disabled = await bench.getEndpoint(id);
      expect(disabled).toMatchObject({
        active: false,
        disabled_at: expect.stringMatching(/Z$/),
        disabled_reason: '10 consecutive delivery attempts failed',
      });
      // Attempts that were in progress when the tenth failed still end.
      await eventually(async () => {
        const attempts = (await bench.listDeliveries(id)).map(({ attempt_count: attempts }) => attempts);
        return attempts.reduce((sum, value) => sum + value) === receivers.last.received.length;
      });
      const count = receivers.last.received.length;
      await bench.publishEvent();
      await bench.waitUntilDueIsClaimed();
      expect(receivers.last.received).toHaveLength(count);
      expect((await bench.getEndpoint(id)).disabled_at).toBe(disabled.disabled_at);
      receivers.last.responder = respondWith(200);
      await bench.patchEndpoint(id, { active: true });
      for (const delivery of await bench.listDeliveries(id))
        await bench.waitForDelivery(id, () => true).then(() => expect(delivery.status).not.toBe('failed'));
      await bench.waitForDelivery(id, ({ status }) => status === 'delivered');
      expect(await bench.listDeliveries(id)).toHaveLength(4);
      expect((await bench.getEndpoint(id)).consecutive_failures).toBe(0);
    });

    it('is reported to the other endpoints of the organization and in the metrics', async () => {
      const { url } = await receivers.startReceiver(respondWith(410));
      const { id } = await bench.createEndpoint(url);
      const { url: home } = await receivers.startReceiver();
      const { id: other } = await bench.createEndpoint(home, ['webhook.disabled']);
      await bench.publishEvent();
      const [received] = await receivers.last.waitForDeliveries(1);
      expect(received!.body).toMatchObject({
        type: 'webhook.disabled',
        data: {
          webhook_endpoint: {
            id,
            url: new URL(url).origin,
            active: false,
            disabled_reason: 'The receiver responded with 410 Gone',
          },
        },
        webhook: { id: `whk_${other}` },
      });
      const { text } = await bench.app.client().get('/metrics').expect(200);
      expect(text).toMatch(/lading_webhook_endpoints_disabled_total\{reason="gone"\} [1-9]/);
    });

    it('is disabled at once by a 410', async () => {
      const { url } = await receivers.startReceiver(respondWith(410));
      const { id } = await bench.createEndpoint(url);
      await bench.publishEvent();
      await bench.waitForDelivery(id, ({ attempt_count: count }) => count === 1);
      expect(await bench.getEndpoint(id)).toMatchObject({
        active: false,
        disabled_at: expect.any(String),
        disabled_reason: 'The receiver responded with 410 Gone',
      });
      await bench.waitUntilDueIsClaimed();
      expect(receivers.last.received).toHaveLength(1);
    });

    it('does not slow down other endpoints', async () => {
      const slow = await receivers.startRawReceiver(() => undefined);
      const { id: slowId } = await bench.createEndpoint(slow.url, ['invoice.paid']);
      for (let index = 0; index < 100; index++) await bench.publishEvent('invoice.paid');
      const { url } = await receivers.startReceiver();
      await bench.createEndpoint(url, ['bill.created']);
      await bench.publishEvent('bill.created');
      await receivers.last.waitForDeliveries(1);
      const waiting = (await bench.listDeliveries(slowId)).filter(({ attempt_count: count }) => count === 0);
      expect(waiting.length).toBeGreaterThan(0);
      await bench.org.test.delete(`${WEBHOOKS_PATH}/${slowId}`).expect(200);
    });
  });

  describe('the email to the owner', () => {
    async function disable(mailed: Fixture): Promise<number> {
      await mailed.app.sql.query(`UPDATE organizations SET owner_email = 'owner@example.com' WHERE id = $1`, [
        mailed.org.id,
      ]);
      const { url } = await receivers.startReceiver(respondWith(410));
      const { id } = await mailed.createEndpoint(url);
      for (let index = 0; index < 3; index++) await mailed.publishEvent();
      await eventually(async () => !(await mailed.getEndpoint(id)).active);
      return id;
    }

    it('is written once to a file without a mail server', async () => {
      const dataDir = await mkdtemp(join(process.env.TEST_DATA_DIR!, 'mail-'));
      const mailed = await Fixture.start({ DATA_DIR: dataDir });
      receivers.closeLater(mailed);
      const id = await disable(mailed);
      const folder = join(dataDir, 'mail');
      const files = async () =>
        (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
      await eventually(async () => (await files()).length);
      const unsent = () => mailed.app.sql.query('SELECT FROM mails WHERE sent_at IS NULL');
      await eventually(async () => (await unsent()).length === 0);
      expect(await files()).toHaveLength(1);
      const mail = await readFile(join(folder, (await files())[0]!), 'utf8');
      expect(mail).toMatch(/^To: owner@example\.com$/m);
      expect(mail).toMatch(new RegExp(`^Subject: Webhook endpoint ${id} was disabled$`, 'm'));
      expect(mail.replaceAll(/=\r?\n/g, '')).toContain('410 Gone');
    });

    it('is sent at most once an hour for an endpoint that is activated repeatedly', async () => {
      const mailed = await Fixture.start();
      receivers.closeLater(mailed);
      const id = await disable(mailed);
      const mails = async () =>
        (await mailed.app.sql.query<{ subject: string }[]>('SELECT subject FROM mails')).length;
      const again = async () => {
        await mailed.patchEndpoint(id, { active: true });
        await mailed.publishEvent();
        await eventually(async () => !(await mailed.getEndpoint(id)).active);
      };
      await again();
      expect(await mails()).toBe(1);
      const past = `UPDATE webhook_endpoints SET owner_told_at = now() - interval '61 minutes'`;
      await mailed.app.sql.query(past);
      await again();
      expect(await mails()).toBe(2);
    });

    it('is sent over SMTP and retried after an outage of the server', async () => {
      const mails: string[] = [];
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        onData(stream, _session, done) {
          let text = '';
          stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
          stream.on('end', () => {
            mails.push(text);
            done();
          });
        },
      });
      server.on('error', () => undefined);
      const address = new URL(await findClosedPort());
      const mailed = await Fixture.start({ SMTP_URL: `smtp://127.0.0.1:${address.port}` });
      receivers.closeLater(mailed);
      await disable(mailed);
      const tried = async () =>
        (await mailed.app.sql.query('SELECT attempt_count, last_error FROM mails'))[0] as {
          last_error: string | null;
        };
      await eventually(async () => (await tried())?.last_error);
      expect((await tried()).last_error).toMatch(/ECONNREFUSED/);
      server.listen(Number(address.port), '127.0.0.1');
      await once(server.server, 'listening');
      await mailed.app.sql.query('UPDATE mails SET next_attempt_at = now()');
      await eventually(() => mails.length);
      expect(mails).toHaveLength(1);
      expect(mails[0]).toMatch(/^To: owner@example\.com/m);
      await new Promise<void>((resolve) => server.close(() => resolve()));
    });
  });
});
