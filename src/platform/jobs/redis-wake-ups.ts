import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Queue, Worker } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { Config } from '../../config/config.js';
import type { RedisAddress } from '../../config/redis-url.js';
import { OutageLogger } from '../async/outage-logger.js';
import { withDeadline } from '../async/with-deadline.js';
import { connectRedis } from '../redis/connect-redis.js';

const QUEUE = 'wake-ups';
/** Wake-ups of one topic within this time become one job. */
const BATCH_DELAY_MS = 2;
/** The pause after each batch. It limits the load that frequent wake-ups put on Redis. */
const COOLDOWN_MS = 50;
const RETRY_MS = 1_000;
const CLOSE_TIMEOUT_MS = 2_000;
const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true };

/**
 * Sends wake-ups as BullMQ jobs on Redis. Without `REDIS_URL` it does nothing. The Redis may be unavailable, wiped or full at
 * any time: wake-ups are then late or lost.
 */
@Injectable()
export class RedisWakeUps implements OnApplicationShutdown {
  private readonly address: RedisAddress | undefined;
  private readonly prefix: string;
  private readonly listeners = new Map<string, () => void>();
  private readonly pendingTopics = new Set<string>();
  private readonly outage = new OutageLogger(new Logger('Queue'), 'The queue store failed');
  private connection: Redis | Cluster | undefined;
  private queue: Promise<Queue> | undefined;
  private worker: Promise<Worker> | undefined;
  private sending = false;
  private closed = false;

  constructor({ redis }: Config) {
    this.address = redis;
    // In a cluster the braces keep all keys of the queue on one server.
    this.prefix = redis?.kind === 'cluster' ? '{lading}' : 'lading';
  }

  send(topic: string): void {
    if (!this.address) return;
    this.pendingTopics.add(topic);
    if (!this.sending) void this.flush();
  }

  listen(topic: string, wake: () => void): void {
    if (!this.address) return;
    this.listeners.set(topic, wake);
    this.worker ??= this.openWorker();
  }

  /** Closes by force: a Redis that is unavailable may never confirm an orderly end. */
  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    const [queue, worker] = await Promise.all([this.queue, this.worker]);
    // Without this, a blocking wait for the next job keeps the process alive for seconds.
    worker
      ?.getBackend()
      .disconnectBlocking(false)
      .catch(() => undefined);
    const closing = Promise.allSettled([worker?.close(true), queue?.close()]);
    await withDeadline(
      CLOSE_TIMEOUT_MS,
      () => closing,
      () => undefined,
    );
    this.connection?.disconnect();
  }

  /** Sends one batch at a time: while Redis is unavailable one batch waits, and later wake-ups gather behind it. */
  private async flush(): Promise<void> {
    this.sending = true;
    while (this.pendingTopics.size > 0 && !this.closed) {
      await sleep(BATCH_DELAY_MS);
      const queue = await (this.queue ??= this.openQueue());
      const jobs = [...this.pendingTopics].map((name) => ({ name, data: {}, opts: JOB_OPTIONS }));
      this.pendingTopics.clear();
      await queue.addBulk(jobs).then(
        () => this.outage.recordSuccess(),
        (error: Error) => this.recordFailure(error),
      );
      await sleep(COOLDOWN_MS, undefined, { ref: false });
    }
    this.sending = false;
  }

  private async openQueue(): Promise<Queue> {
    const { Queue } = await import('bullmq');
    const queue = new Queue(QUEUE, { connection: this.connect(), prefix: this.prefix });
    queue.on('error', (error) => this.recordFailure(error));
    return queue;
  }

  private async openWorker(): Promise<Worker> {
    const { Worker } = await import('bullmq');
    const options = { connection: this.connect(), prefix: this.prefix, runRetryDelay: RETRY_MS };
    const worker = new Worker(
      QUEUE,
      async ({ name }) => {
        this.outage.recordSuccess();
        this.listeners.get(name)?.();
      },
      options,
    );
    worker.on('error', (error) => this.recordFailure(error));
    return worker;
  }

  private connect(): Redis | Cluster {
    if (!this.connection) {
      this.connection = connectRedis(this.address!, { maxRetriesPerRequest: null, connectTimeout: 5_000 });
      // BullMQ reports the same errors.
      this.connection.on('error', () => undefined);
    }
    return this.connection;
  }

  private recordFailure(error: Error): void {
    if (!this.closed) this.outage.recordFailure(error.message || error.name);
  }
}
