import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../receivers/typescript/verify-webhook.js';
import { verifyWebhook as verifyBySdk } from '../../sdk/src/webhooks.js';
import { WebhookEndpointsRepository } from '../../src/features/webhooks/webhook-endpoints.repository.js';
import { eventually } from '../support/eventually.js';
import { startReceiver, type ReceivedDelivery, type Receiver } from '../support/receiver.js';
import { Fixture, type Endpoint } from '../support/fixture.js';

interface Vector {
  name: string;
  secret: string;
  header: string;
  body: string;
  now: number;
  tolerance_seconds: number;
  valid: boolean;
}

const RECEIVERS = join(import.meta.dirname, '../../receivers');
const VECTORS_FILE = join(RECEIVERS, 'test-vectors.json');
const { vectors } = JSON.parse(readFileSync(VECTORS_FILE, 'utf8')) as { vectors: Vector[] };

describe('webhook signatures', () => {
  let bench: Fixture;
  let receiver: Receiver;
  let endpoint: Endpoint;
  let delivery: ReceivedDelivery;

  beforeAll(async () => {
    bench = await Fixture.start();
    receiver = await startReceiver();
    endpoint = await bench.createEndpoint(receiver.url);
    await bench.publishEvent('quote.created', { text: 'Zürich ✓ 📦 \u2028', html: '<&>' });
    [delivery] = (await receiver.waitForDeliveries(1)) as [ReceivedDelivery];
  });
  afterAll(async () => {
    await bench.close();
    await receiver.close();
  });

  it('pass the example verifier only for the raw body and the right secret', () => {
    const header = delivery.headers['x-service-signature'] as string;
    expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(verifyWebhook(delivery.rawBody, header, endpoint.secret)).toBe(true);
    expect(verifyWebhook(Buffer.from(delivery.rawBody), header, endpoint.secret)).toBe(true);
    expect(verifyWebhook(`${delivery.rawBody} `, header, endpoint.secret)).toBe(false);
    expect(verifyWebhook(delivery.rawBody, header, `${endpoint.secret}x`)).toBe(false);
    expect(verifyWebhook(delivery.rawBody, undefined, endpoint.secret)).toBe(false);
  });

  it('pass the Standard Webhooks library', () => {
    const headers = delivery.headers as Record<string, string>;
    expect(headers['webhook-id']).toBe(delivery.body.id);
    const event = new Webhook(endpoint.secret).verify(delivery.rawBody, headers);
    expect(event).toEqual(delivery.body);
    expect(() => new Webhook(endpoint.secret).verify(`${delivery.rawBody} `, headers)).toThrow();
  });

  it('use both secrets during the overlap and only the new one after it', async () => {
    const mine = await startReceiver();
    const own = await bench.createEndpoint(mine.url, ['invoice.paid']);
    const rotate = async (body?: object) =>
      (await bench.org.test.post(`/api/v1/webhooks/${own.id}/rotate-secret`).send(body).expect(200)).body;
    const send = async () => {
      const before = mine.received.length;
      await bench.publishEvent('invoice.paid');
      return (await mine.waitForDeliveries(before + 1))[before]!;
    };
    const knows = async ({ rawBody: raw, headers }: ReceivedDelivery, secret: string) => {
      const standard = () => new Webhook(secret).verify(raw, headers as Record<string, string>);
      const verdicts = [
        verifyWebhook(raw, headers['x-service-signature'] as string, secret),
        await verifyBySdk(raw, headers, secret).then(Boolean, () => false),
      ];
      if (verdicts.includes(true)) standard();
      else expect(standard).toThrow();
      expect(new Set(verdicts).size).toBe(1);
      return verdicts[0];
    };

    const next = await rotate({ overlap_seconds: 3_600 });
    expect(Date.parse(next.previous_expires_at) - Date.now()).toBeGreaterThan(3_000_000);
    const both = await send();
    expect(both.headers['x-service-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const secret of [own.secret, next.secret]) expect(await knows(both, secret)).toBe(true);
    expect(await knows(both, endpoint.secret)).toBe(false);

    const last = await rotate({ overlap_seconds: 60 });
    const later = await send();
    expect(await knows(later, own.secret)).toBe(false);
    expect(await knows(later, next.secret)).toBe(true);
    const until = `UPDATE webhook_endpoints SET former_secret_until = now() WHERE id = ${own.id}`;
    await bench.app.sql.query(until);
    const over = await send();
    expect(over.headers['x-service-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(await knows(over, last.secret)).toBe(true);
    await bench.app.app.get(WebhookEndpointsRepository).clearFormerSecrets();
    const [row] = await bench.app.sql.query(
      `SELECT sealed_former_secret AS former FROM webhook_endpoints WHERE id = ${own.id}`,
    );
    expect(row).toEqual({ former: null });

    await rotate({ overlap_seconds: 60 });
    expect((await rotate()).previous_expires_at).toBeNull();
    expect(await knows(await send(), last.secret)).toBe(false);
    await mine.close();
  });

  it.each([-1, 86_401, 1.5, '60'])('reject an overlap of %j seconds', async (overlap_seconds) => {
    const path = `/api/v1/webhooks/${endpoint.id}/rotate-secret`;
    const { body } = await bench.org.test.post(path).send({ overlap_seconds }).expect(400);
    expect(body.error.param).toBe('overlap_seconds');
  });

  it('are computed again for a resend of the same bytes', async () => {
    const [sent] = await bench.listDeliveries(endpoint.id);
    const [, signedAt] = /^t=(\d+)/.exec(delivery.headers['x-service-signature'] as string)!;
    await eventually(() => Date.now() >= (Number(signedAt) + 1) * 1_000);
    await bench.org.test.post(`/api/v1/webhooks/${endpoint.id}/deliveries/${sent!.id}/resend`).expect(200);
    const again = (await receiver.waitForDeliveries(2))[1]!;
    expect(again.rawBody).toBe(delivery.rawBody);
    expect(again.headers['x-service-signature']).not.toBe(delivery.headers['x-service-signature']);
    expect(again.headers['webhook-id']).toBe(delivery.headers['webhook-id']);
    expect(
      verifyWebhook(again.rawBody, again.headers['x-service-signature'] as string, endpoint.secret),
    ).toBe(true);
  });

  it('fail outside the tolerance of at most 600 seconds', () => {
    const header = delivery.headers['x-service-signature'] as string;
    const t = Number(/^t=(\d+)/.exec(header)![1]);
    const verify = (now: number, toleranceSeconds?: number) =>
      verifyWebhook(delivery.rawBody, header, endpoint.secret, {
        now,
        ...(toleranceSeconds !== undefined && { toleranceSeconds }),
      });
    expect([verify(t + 300), verify(t - 300), verify(t + 301), verify(t - 301)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([verify(t + 600, 600), verify(t + 601, 600)]).toEqual([true, false]);
    expect(() => verify(t, 601)).toThrow(RangeError);
  });

  describe('test vectors', () => {
    it.each(vectors)('TypeScript: $name', ({ body, header, secret, now, tolerance_seconds, valid }) => {
      expect(verifyWebhook(body, header, secret, { now, toleranceSeconds: tolerance_seconds })).toBe(valid);
    });

    it.each([
      ['Python', 'python3', ['--version'], ['check_vectors.py', '../test-vectors.json']],
      ['Go', 'go', ['version'], ['run', './check', '../test-vectors.json']],
    ])('%s, where the machine has it', (name, command, probe, args) => {
      if (spawnSync(command, probe).status !== 0) {
        process.stdout.write(`${name} is not on this machine: skipped\n`);
        return;
      }
      const { status, stdout, stderr } = spawnSync(command, args, {
        cwd: join(RECEIVERS, name.toLowerCase()),
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain(`${vectors.length} of ${vectors.length}`);
    });
  });
});
