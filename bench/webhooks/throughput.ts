import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bench } from '../support/bench.ts';
import { ROOT } from '../support/paths.ts';
import { toResultRow, checkDeliveries, formatInteger, type ResultRow } from './results.ts';
import { LOCAL_ENV, openWebhookBench, type WebhookBench, type RegisteredEndpoint } from './webhook-bench.ts';
import type { PostRequest } from './baseline-client.ts';
import { buildSignatureHeaders } from './sign.ts';

const TYPE = 'customer.created';
const DELIVERIES = 20_000;
const ENDPOINTS = 10;
const RECEIVER_MS = 20;
const SLOTS = 200;

/** The share of the backlog that is delivered before the rate is measured: a new process is slower. */
const WARM_UP_SHARE = 0.25;

/**
 * Measures the time from commit to last delivery, published while one worker delivers, and of a backlog, where no other
 * process uses the cores. The bare client with the same bodies is the reference of both.
 */
export async function throughput(bench: Bench, scale: number): Promise<ResultRow[]> {
  const lab = await openWebhookBench(bench);
  const worker = await lab.startWorker();
  try {
    const endpoints = await lab.createEndpoints(ENDPOINTS, TYPE, RECEIVER_MS);
    const events = Math.round((DELIVERIES / ENDPOINTS) * scale);
    const began = performance.timeOrigin + performance.now();
    const committed = await lab.publish({ type: TYPE, events, atOnce: 8, perSecond: 100_000 });
    const arrivals = await lab.waitForArrivals(events * ENDPOINTS, 120);
    const { lost, duplicates, unsigned, lastAt } = checkDeliveries(committed, endpoints, arrivals);
    const rate = (events * ENDPOINTS) / ((lastAt - began) / 1_000);
    await worker.stop();
    const ceiling = await measureBaseline(bench, lab, endpoints);
    const alone = await measureDrainRate(lab, events);
    const whole20 = lost + duplicates + unsigned === 0;
    return [
      toResultRow(
        'deliveries/s, commit to receipt, one worker',
        formatInteger(rate),
        '≥ 1,000',
        rate >= 1_000,
      ),
      toResultRow(
        'ceiling: the bare client with the same bodies, requests/s',
        formatInteger(ceiling),
        '',
        true,
      ),
      toResultRow('share of the ceiling', (rate / ceiling).toFixed(2), '≥ 0.5', rate / ceiling >= 0.5),
      toResultRow('deliveries/s of as many that wait', formatInteger(alone), '', true),
      toResultRow(
        'their share of the ceiling',
        (alone / ceiling).toFixed(2),
        '≥ 0.5',
        alone / ceiling >= 0.5,
      ),
      toResultRow(
        'lost / duplicates / bad signatures',
        `${lost} / ${duplicates} / ${unsigned}`,
        '0 / 0 / 0',
        whole20,
      ),
    ];
  } finally {
    await worker.stop();
    await lab.close();
  }
}

/** Measures the rate of a worker that starts with the whole backlog. */
async function measureDrainRate(lab: WebhookBench, events: number): Promise<number> {
  await lab.publish({ type: TYPE, events, atOnce: 8, perSecond: 100_000 });
  const worker = await lab.startWorker();
  const times = (await lab.waitForArrivals(events * ENDPOINTS, 120)).deliveries.map(([, , at]) => at);
  await worker.stop();
  const warm = times.slice(Math.floor(times.length * WARM_UP_SHARE));
  return warm.length / ((warm.at(-1)! - warm[0]!) / 1_000);
}

async function measureBaseline(
  bench: Bench,
  lab: WebhookBench,
  endpoints: RegisteredEndpoint[],
): Promise<number> {
  const secrets = new Map(endpoints.map(({ id, secret }) => [id, secret]));
  const { rows } = await bench.sql.query<{ id: string; url: string; body: string }>(
    `SELECT e.id, e.url, b.beginning || d.ending AS body FROM webhook_deliveries d
     JOIN webhook_bodies b ON b.event_id = d.event_id JOIN webhook_endpoints e ON e.id = d.endpoint_id
     ORDER BY d.id`,
  );
  // Signed before the measurement: the receiver verifies signatures, and the loop only posts.
  const posts = rows.map(({ id, url, body }): PostRequest => ({
    url,
    body,
    headers: buildSignatureHeaders(body, secrets.get(Number(id))!),
  }));
  const file = join(bench.env.DATA_DIR!, 'posts.json');
  writeFileSync(file, JSON.stringify(posts));
  const out = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'bench/webhooks/baseline-client.ts'), file, String(SLOTS)],
    { env: { PATH: process.env.PATH, ...bench.env, ...LOCAL_ENV } },
  );
  const { seconds, failed } = JSON.parse(out.stdout) as { seconds: number; failed: number };
  if (failed > 0) throw new Error(`${failed} bare requests failed`);
  await lab.waitForArrivals(0, 1);
  return posts.length / seconds;
}
