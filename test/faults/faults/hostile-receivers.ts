import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { findClosedPort, startRawReceiver, startReceiver } from '../../support/receiver.ts';
import type { FaultCluster } from '../fault-cluster.ts';
import type { FaultOutcome } from '../fault.ts';

const HEAD = 'HTTP/1.1 200 OK\r\n';
const EVENT_COUNT = 3;
const TIMEOUT_MS = 40_000;
const SCHEDULE = { WEBHOOK_RETRY_DELAYS: '0s,2s,4s,8s,8s,8s,8s' };

/** The receiver's use of its socket after a request. */
const RAW_RESPONSES: Record<string, (socket: Socket) => unknown> = {
  'accepts and never answers': () => undefined,
  'sends its headers one byte per second': (socket) => trickle(socket, HEAD),
  'sends an endless body after a 200': (socket) => {
    socket.write(`${HEAD}\r\n`);
    const more = (): void => {
      while (!socket.destroyed && socket.write('x'.repeat(1_024)));
    };
    socket.on('drain', more);
    more();
  },
  'sends its body one byte a second after a 200': (socket) => {
    socket.write(`${HEAD}Content-Length: 100\r\n\r\n`);
    return trickle(socket, 'y'.repeat(60));
  },
  'promises a body of 2 GB': (socket) =>
    socket.write(`${HEAD}Content-Length: 2147483648\r\n\r\n${'z'.repeat(65_536)}`),
  'responds with a decompression bomb': (socket) => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  },
  'sends 100 KB of headers': (socket) => socket.end(`${HEAD}X-Long: ${'h'.repeat(100_000)}\r\n\r\n`),
  'resets before it answers': (socket) => socket.resetAndDestroy(),
  'resets in the middle of its body after a 500': async (socket) => {
    socket.write('HTTP/1.1 500 No\r\nContent-Length: 1000\r\n\r\nhalf');
    await sleep(50);
    socket.resetAndDestroy();
  },
  'responds with garbage': (socket) => socket.end('hello, I am no HTTP\r\n\r\n'),
  'redirects to a private address': (socket) =>
    socket.end('HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n'),
  'answers 410': (socket) => socket.end('HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n'),
  'answers 429 with Retry-After': (socket) =>
    socket.end('HTTP/1.1 429 Slow Down\r\nRetry-After: 5\r\nContent-Length: 0\r\n\r\n'),
};

interface Hostile {
  name: string;
  url: string;
  close(): Promise<void>;
}

interface Row {
  status: string;
  attempts: number;
  customer: string;
}

/**
 * Sends three events to every hostile receiver and repairs it. All events must then have arrived or been accepted
 * before.
 */
export async function runReceiverFaults(lab: FaultCluster): Promise<[name: string, outcome: FaultOutcome][]> {
  await lab.restart(SCHEDULE);
  const hostile = await startAll();
  const trials = await Promise.all(
    hostile.map(async ({ name, url }) => ({ name, ...(await lab.createEndpoint(url)) })),
  );
  for (let event = 0; event < EVENT_COUNT; event++) await lab.call('POST', 'customers', { name: 'Bob' });
  await Promise.all(trials.map(({ id }) => waitForDeliveries(lab, id, ({ attempts }) => attempts > 0)));
  const metrics = await (await fetch(`${lab.service('worker').url}/metrics`)).text();
  const told = await Promise.all(trials.map(({ id }) => compareAttemptMetrics(lab, id, metrics)));
  const mendedAt = performance.now();
  for (const { id, home } of trials) await lab.call('PATCH', `webhooks/${id}`, { url: home, active: true });
  const outcomes = await Promise.all(
    trials.map(async ({ name, id, receptions }, index): Promise<[string, FaultOutcome]> => {
      const rows = await waitForDeliveries(lab, id, ({ status }) => status === 'delivered');
      const times = [...receptions.values()].flat();
      return [
        `receiver ${name}`,
        {
          times: EVENT_COUNT,
          accepted: EVENT_COUNT,
          lost: EVENT_COUNT - rows.filter(({ status }) => status === 'delivered').length,
          duplicates: times.length - receptions.size,
          recoveryMs: Math.max(0, ...times.map((at) => at - mendedAt)),
          failure: [
            ...lab.listCrashes(),
            ...told[index]!.untold.map((error) => `no metric of ${error}`),
          ].join(', '),
          detectedBy: told[index]!.said,
        },
      ];
    }),
  );
  for (const { id } of trials) await lab.call('DELETE', `webhooks/${id}`);
  await Promise.all(hostile.map((receiver) => receiver.close()));
  await lab.restart();
  return outcomes;
}

async function startAll(): Promise<Hostile[]> {
  const raw = Object.entries(RAW_RESPONSES).map(async ([name, serve]) => ({
    name,
    ...(await startRawReceiver(serve)),
  }));
  const nothing = async (): Promise<void> => undefined;
  return Promise.all([
    { name: 'refuses connections', url: await findClosedPort(), close: nothing },
    { name: 'has a name that does not resolve', url: 'http://receiver.invalid', close: nothing },
    startReceiver(undefined, { tls: true }).then(({ url, close }) => ({
      name: 'has a bad certificate',
      url,
      close,
    })),
    ...raw,
  ]);
}

/**
 * Compares the outcomes of an endpoint's attempts with the worker's metrics. Returns the outcomes that the metrics
 * count, and those that they miss.
 */
async function compareAttemptMetrics(
  lab: FaultCluster,
  endpoint: number,
  metrics: string,
): Promise<{ said: string; untold: string[] }> {
  const rows = await lab.sql.query<{ error: string }>(
    `SELECT DISTINCT attempt ->> 'error' AS error FROM webhook_deliveries, jsonb_array_elements(attempts) attempt
     WHERE endpoint_id = $1 AND attempt ->> 'error' IS NOT NULL`,
    [endpoint],
  );
  const names = rows.map(({ error }) => `lading_delivery_attempts_total{outcome="${error}"}`);
  return {
    said: names.length > 0 ? `metrics: ${names.join(', ')}` : 'accepted: nothing is wrong',
    untold: names.filter((name) => !metrics.includes(`${name} `)),
  };
}

/** Returns the endpoint's deliveries once all match, or when the time is up. */
async function waitForDeliveries(
  lab: FaultCluster,
  endpoint: number,
  wanted: (row: Row) => boolean,
): Promise<Row[]> {
  for (const end = Date.now() + TIMEOUT_MS; ; await sleep(100)) {
    const rows = await lab.sql.query<Row>(
      'SELECT status, attempt_count AS attempts FROM webhook_deliveries WHERE endpoint_id = $1',
      [endpoint],
    );
    if ((rows.length >= EVENT_COUNT && rows.every(wanted)) || Date.now() > end) return rows;
  }
}

async function trickle(socket: Socket, text: string): Promise<void> {
  for (const byte of text) {
    if (socket.destroyed) return;
    socket.write(byte);
    await sleep(1_000);
  }
}
