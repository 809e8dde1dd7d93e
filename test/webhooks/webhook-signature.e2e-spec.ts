import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../../receivers/typescript/verify-webhook.js';
import { startReceiver, type Received, type Receiver } from '../support/receiver.js';
import { WebhookBench, type Endpoint } from '../support/webhooks.js';

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
  let bench: WebhookBench;
  let receiver: Receiver;
  let endpoint: Endpoint;
  let delivery: Received;

  beforeAll(async () => {
    bench = await WebhookBench.start();
    receiver = await startReceiver();
    endpoint = await bench.endpoint(receiver.url);
    await bench.publish('quote.created', { text: 'Zürich ✓ 📦 \u2028', html: '<&>' });
    [delivery] = (await receiver.wait(1)) as [Received];
  });
  afterAll(async () => {
    await bench.close();
    await receiver.close();
  });

  it('are accepted by our verifier, for the raw body and the right secret only', () => {
    const header = delivery.headers['x-service-signature'] as string;
    expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(verifyWebhook(delivery.raw, header, endpoint.secret)).toBe(true);
    expect(verifyWebhook(Buffer.from(delivery.raw), header, endpoint.secret)).toBe(true);
    expect(verifyWebhook(`${delivery.raw} `, header, endpoint.secret)).toBe(false);
    expect(verifyWebhook(delivery.raw, header, `${endpoint.secret}x`)).toBe(false);
    expect(verifyWebhook(delivery.raw, undefined, endpoint.secret)).toBe(false);
  });

  it('are accepted by an off-the-shelf Standard Webhooks library', () => {
    const headers = delivery.headers as Record<string, string>;
    expect(headers['webhook-id']).toBe(delivery.body.id);
    const event = new Webhook(endpoint.secret).verify(delivery.raw, headers);
    expect(event).toEqual(delivery.body);
    expect(() => new Webhook(endpoint.secret).verify(`${delivery.raw} `, headers)).toThrow();
  });

  it('are made anew for a resend, over the same bytes', async () => {
    const [sent] = await bench.deliveries(endpoint.id);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await bench.org.test.post(`/api/v1/webhooks/${endpoint.id}/deliveries/${sent!.id}/resend`).expect(200);
    const again = (await receiver.wait(2))[1]!;
    expect(again.raw).toBe(delivery.raw);
    expect(again.headers['x-service-signature']).not.toBe(delivery.headers['x-service-signature']);
    expect(again.headers['webhook-id']).toBe(delivery.headers['webhook-id']);
    expect(verifyWebhook(again.raw, again.headers['x-service-signature'] as string, endpoint.secret)).toBe(
      true,
    );
  });

  it('are refused outside the tolerance, which is 600 seconds at most', () => {
    const header = delivery.headers['x-service-signature'] as string;
    const t = Number(/^t=(\d+)/.exec(header)![1]);
    const verify = (now: number, toleranceSeconds?: number) =>
      verifyWebhook(delivery.raw, header, endpoint.secret, {
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
