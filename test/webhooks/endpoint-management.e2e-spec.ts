import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { WebhooksService } from '../../src/features/webhooks/webhooks.service.js';
import { eventually } from '../support/eventually.js';
import { respondWith, findClosedPort, Receivers } from '../support/receiver.js';
import { WEBHOOKS_PATH, Fixture } from '../support/fixture.js';

describe('webhook deliveries and', () => {
  let bench: Fixture;
  const receivers = new Receivers();

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());
  afterEach(() => receivers.close());

  describe('owners', () => {
    it('test an endpoint that subscribes to something else, and only it', async () => {
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
      await sleep(100);
      expect(receivers.last.received).toHaveLength(1);
    });

    it('resend a delivery: a new record, the same event and bytes, seven attempts of its own', async () => {
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

    it('pause an endpoint: pending deliveries are held, new events not kept, and all goes on later', async () => {
      const { url } = await receivers.startReceiver(respondWith(500));
      const { id } = await bench.createEndpoint(url);
      await bench.publishEvent();
      await receivers.last.waitForDeliveries(1);
      await bench.patchEndpoint(id, { active: false });
      await bench.publishEvent('quote.created', { n: 'while paused' });
      await sleep(300);
      const count = receivers.last.received.length;
      await sleep(300);
      expect(receivers.last.received).toHaveLength(count);
      receivers.last.responder = respondWith(200);
      await bench.patchEndpoint(id, { active: true });
      await bench.waitForDelivery(id, ({ status }) => status === 'delivered');
      expect(await bench.listDeliveries(id)).toHaveLength(1);
    });

    it('rotate the secret: the next attempt is signed with the new one', async () => {
      const { url } = await receivers.startReceiver();
      const { id } = await bench.createEndpoint(url);
      const { body } = await bench.org.test.post(`${WEBHOOKS_PATH}/${id}/rotate-secret`).expect(200);
      await bench.publishEvent();
      const [delivery] = await receivers.last.waitForDeliveries(1);
      const { verifyWebhook } = await import('../../receivers/typescript/verify-webhook.js');
      const header = delivery!.headers['x-service-signature'] as string;
      expect(verifyWebhook(delivery!.rawBody, header, body.secret as string)).toBe(true);
    });

    it('delete an endpoint: nothing is sent after', async () => {
      const { url } = await receivers.startReceiver(respondWith(500));
      const { id } = await bench.createEndpoint(url);
      await bench.publishEvent();
      await receivers.last.waitForDeliveries(1);
      await bench.org.test.delete(`${WEBHOOKS_PATH}/${id}`).expect(200);
      const count = receivers.last.received.length;
      await bench.publishEvent();
      await sleep(400);
      expect(receivers.last.received).toHaveLength(count);
    });

    it('see deliveries held while the secret can’t be read, and sent once it is rotated', async () => {
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

  it('need do nothing once a secret that couldn’t be read opens again: what was held goes on', async () => {
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

  describe('an endpoint that fails', () => {
    it('ten times in a row, across deliveries, is disabled once and goes on when activated', async () => {
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
      await sleep(300);
      const count = receivers.last.received.length;
      await bench.publishEvent();
      await sleep(300);
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

    it('with 410 is disabled at once', async () => {
      const { url } = await receivers.startReceiver(respondWith(410));
      const { id } = await bench.createEndpoint(url);
      await bench.publishEvent();
      await bench.waitForDelivery(id, ({ attempt_count: count }) => count === 1);
      expect(await bench.getEndpoint(id)).toMatchObject({
        active: false,
        disabled_at: expect.any(String),
        disabled_reason: 'The receiver answered 410 Gone',
      });
      await sleep(300);
      expect(receivers.last.received).toHaveLength(1);
    });

    it('leaves the others their pace', async () => {
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

  describe('the owner is mailed', () => {
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

    it('once, into a file when there is no mail server', async () => {
      const dataDir = await mkdtemp(join(process.env.TEST_DATA_DIR!, 'mail-'));
      const mailed = await Fixture.start({ DATA_DIR: dataDir });
      receivers.closeLater(mailed);
      const id = await disable(mailed);
      const folder = join(dataDir, 'mail');
      const files = async () =>
        (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
      await eventually(async () => (await files()).length);
      await sleep(200);
      expect(await files()).toHaveLength(1);
      const mail = await readFile(join(folder, (await files())[0]!), 'utf8');
      expect(mail).toMatch(/^To: owner@example\.com$/m);
      expect(mail).toMatch(new RegExp(`^Subject: Webhook endpoint ${id} was disabled$`, 'm'));
      expect(mail).toContain('410 Gone');
    });

    it('at most once an hour for an endpoint that is switched on again and again', async () => {
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

    it('over SMTP, again when the server was away', async () => {
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
