import { setTimeout as sleep } from 'node:timers/promises';
import { BullRegistrar, getQueueToken } from '@nestjs/bullmq';
import { Inject, Injectable, Optional, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { withDeadline } from '../async/with-deadline.js';
import { QueueConnection } from './queue-connection.js';
import { WAKE_UPS, WakeUpProcessor } from './wake-up.processor.js';

/** Wake-ups of one topic within this time become one job. */
const BATCH_DELAY_MS = 2;
/** The pause after each batch. It limits the load that frequent wake-ups put on Redis. */
const COOLDOWN_MS = 50;
const CLOSE_TIMEOUT_MS = 2_000;
const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true };

/**
 * Sends wake-ups as BullMQ jobs on Redis. Without `REDIS_URL` it does nothing. The Redis may be unavailable, wiped or full at
 * any time: wake-ups are then late or lost.
 */
@Injectable()
export class RedisWakeUps implements BeforeApplicationShutdown {
  private readonly pendingTopics = new Set<string>();
  private sending = false;
  private closed = false;

  constructor(
    @Optional() @Inject(getQueueToken(WAKE_UPS)) private readonly queue?: Queue,
    @Optional() private readonly processor?: WakeUpProcessor,
    @Optional() private readonly registrar?: BullRegistrar,
    @Optional() private readonly connection?: QueueConnection,
  ) {
    queue?.on('error', (error) => connection?.recordFailure(error));
  }

  send(topic: string): void {
    if (!this.queue) return;
    this.pendingTopics.add(topic);
    if (!this.sending) void this.flush(this.queue);
  }

  listen(topic: string, wake: () => void): void {
    if (!this.processor) return;
    if (this.processor.listeners.size === 0) this.registrar?.register();
    this.processor.listeners.set(topic, wake);
  }

  /** Closes before BullModule does, whose orderly end never completes while Redis is unavailable. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closed = true;
    const worker = this.processor?.listeners.size ? this.processor.worker : undefined;
    // Without this, a blocking wait for the next job keeps the process alive for seconds.
    worker
      ?.getBackend()
      .disconnectBlocking(false)
      .catch(() => undefined);
    const closing = Promise.allSettled([worker?.close(true), this.queue?.close()]);
    await withDeadline(
      CLOSE_TIMEOUT_MS,
      () => closing,
      () => undefined,
    );
    this.connection?.close();
  }

  /** Sends one batch at a time: while Redis is unavailable one batch waits, and later wake-ups gather behind it. */
  private async flush(queue: Queue): Promise<void> {
    this.sending = true;
    while (this.pendingTopics.size > 0 && !this.closed) {
      await sleep(BATCH_DELAY_MS);
      const jobs = [...this.pendingTopics].map((name) => ({ name, data: {}, opts: JOB_OPTIONS }));
      this.pendingTopics.clear();
      await queue.addBulk(jobs).then(
        () => this.connection?.recordSuccess(),
        (error: Error) => this.connection?.recordFailure(error),
      );
      await sleep(COOLDOWN_MS, undefined, { ref: false });
    }
    this.sending = false;
  }
}
