import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchOrganization, BenchService } from '../support/bench.ts';
import type { Env } from '../support/child-processes.ts';
import { ROOT } from '../support/paths.ts';
import type { CommittedEvents, PublishOrder } from './publisher.ts';
import type { Arrivals, ReceiverEndpoint } from './receiver.ts';

export const LOCAL_ENV: Env = {
  NODE_ENV: 'development',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  LOG_LEVEL: 'warn',
};

const WEBHOOKS_DIR = join(ROOT, 'bench/webhooks');

/** Talks to a child process that responds to each message with one message. */
export class ChildProcessClient {
  readonly child: ChildProcess;

  constructor(file: string, env: Env = {}) {
    this.child = fork(join(WEBHOOKS_DIR, file), {
      env: { PATH: process.env.PATH, ...env },
      stdio: 'inherit',
    });
  }

  async request<T>(message?: object): Promise<T> {
    const answer = once(this.child, 'message');
    if (message) this.child.send(message);
    return ((await answer) as [T])[0];
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }
}

export interface RegisteredEndpoint extends ReceiverEndpoint {
  id: number;
  url: string;
}

/** Receivers, a publisher and the service's database, for one organization. */
export interface WebhookBench {
  organization: BenchOrganization;
  /** Creates endpoints at the receiver that subscribe to the type. */
  createEndpoints(count: number, type: string, delayMs: number): Promise<RegisteredEndpoint[]>;
  /** Deletes endpoints with their deliveries. */
  deleteEndpoints(endpoints: RegisteredEndpoint[]): Promise<void>;
  startWorker(env?: Env, nodeArgs?: string[]): Promise<BenchService>;
  publish(order: Omit<PublishOrder, 'organizationId'>): Promise<CommittedEvents>;
  /** Waits for `count` deliveries and returns the arrivals. */
  waitForArrivals(count: number, patienceSeconds: number): Promise<Arrivals>;
  close(): Promise<void>;
}

export async function openWebhookBench(bench: Bench, env: Env = {}): Promise<WebhookBench> {
  const settings = { ...LOCAL_ENV, ...env };
  const receiver = new ChildProcessClient('receiver.ts');
  const { port } = await receiver.request<{ port: number }>();
  const organization = await bench.createOrganization();
  const api = await bench.startService({ ...settings, PROCESS_ROLE: 'api' });
  const publisher = new ChildProcessClient('publisher.ts', {
    ...bench.env,
    ...settings,
    PROCESS_ROLE: 'api',
  });
  await publisher.request();
  let made = 0;
  return {
    organization,
    startWorker: (more = {}, nodeArgs = []) =>
      bench.startService({ ...settings, PROCESS_ROLE: 'worker', ...more }, nodeArgs),
    async createEndpoints(count, type, delayMs) {
      const all: RegisteredEndpoint[] = [];
      for (let index = 0; index < count; index++) {
        const path = `/${made++}`;
        const url = `http://127.0.0.1:${port}${path}`;
        const response = await fetch(`${api.url}/api/v1/webhooks`, {
          method: 'POST',
          headers: organization.headers,
          body: JSON.stringify({ url, events: [type] }),
        });
        if (response.status !== 201) throw new Error(await response.text());
        const { id, secret } = (await response.json()) as { id: number; secret: string };
        const endpoint = { id, url, path, secret, delayMs };
        receiver.child.send({ endpoint });
        all.push(endpoint);
      }
      return all;
    },
    async deleteEndpoints(endpoints) {
      for (const { id } of endpoints) {
        const { headers } = organization;
        const { ok } = await fetch(`${api.url}/api/v1/webhooks/${id}`, { method: 'DELETE', headers });
        if (!ok) throw new Error(`Endpoint ${id} could not be deleted`);
      }
    },
    async publish(order) {
      const message = { ...order, organizationId: organization.id };
      return (await publisher.request<{ committed: CommittedEvents }>(message)).committed;
    },
    async waitForArrivals(count, patienceSeconds) {
      const end = Date.now() + patienceSeconds * 1_000;
      for (let came = 0; came < count && Date.now() < end; await sleep(50)) {
        came = (await receiver.request<{ count: number }>({ count: true })).count;
      }
      return (await receiver.request<{ arrivals: Arrivals }>({ report: true })).arrivals;
    },
    async close() {
      await publisher.stop();
      await receiver.stop();
      await api.stop();
    },
  };
}

/** Returns the value below which `share` of the values lie. */
export function computePercentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
