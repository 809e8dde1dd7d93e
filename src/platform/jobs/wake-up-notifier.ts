import { setTimeout as sleep } from 'node:timers/promises';
import { BullRegistrar, InjectQueue } from '@nestjs/bullmq';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { withDeadline } from '../async/with-deadline.js';
import { NotifyChannel } from './notify-channel.js';
import { QueueStore } from './queue-store.js';
import { WAKE_UP_QUEUE, WakeUpProcessor } from './wake-up.processor.js';

/** Hints of the same moment become one. */
const BATCH_DELAY_MS = 2;
const CLOSE_TIMEOUT_MS = 2_000;

/** What became due: for whoever looks into the queue. The listener looks for due work itself. */
export type WakeUpData = Record<string, number>;

/**
 * Tells workers that there is work in the database: by a signal at once, and through BullMQ for those whom a signal doesn't
 * reach. A wake-up is only ever a hint: when both are away, wiped or slow, it is late or lost, and the workers find the
 * work by their own sweeping a moment later.
 */
@Injectable()
export class WakeUpNotifier implements BeforeApplicationShutdown, OnApplicationShutdown {
  private pending = new Map<string, { id: string; hint: WakeUpData }>();
  private sending = false;
  private closed = false;

  constructor(
    @InjectQueue(WAKE_UP_QUEUE) private readonly queue: Queue,
    private readonly processor: WakeUpProcessor,
    private readonly registrar: BullRegistrar,
    private readonly store: QueueStore,
    private readonly notifyChannel: NotifyChannel,
  ) {
    queue.on('error', (error) => store.recordFailure(error));
  }

  /** Returns at once. Of the hints of one topic and moment one is sent. @param id without colons, which BullMQ refuses */
  send(topic: string, id: string, hint: WakeUpData): void {
    this.notifyChannel.send(topic);
    this.pending.set(topic, { id, hint });
    if (!this.sending) void this.flush();
  }

  /** Calls `wake` whenever somebody has sent a wake-up for the topic; it must return at once. */
  listen(topic: string, wake: () => void): void {
    const { listeners } = this.processor;
    // BullMQ's worker starts with the first listener: processes that only send have none.
    if (listeners.size === 0) this.registrar.register();
    listeners.set(topic, wake);
    this.notifyChannel.listen(topic, wake);
  }

  /** Before BullModule closes the worker its own way, which never ends while Redis is away. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.processor.listeners.size === 0) return;
    const { worker } = this.processor;
    // By force alone its wait for a job would keep the process alive for seconds.
    worker
      .getBackend()
      .disconnectBlocking(false)
      .catch(() => undefined);
    if (await waitForClose(worker.close(true))) return;
    // It waits for a database that is away: BullModule would wait with it, and the store is closed after that only.
    await waitForClose(this.store.close());
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    await Promise.all([waitForClose(this.notifyChannel.close()), waitForClose(this.store.close())]);
  }

  /** One batch at a time: while the store is away one waits, and the hints of later moments gather behind it. */
  private async flush(): Promise<void> {
    this.sending = true;
    while (this.pending.size > 0 && !this.closed) {
      await sleep(BATCH_DELAY_MS);
      const jobs = [...this.pending].map(([name, { id, hint }]) => ({
        name,
        data: hint,
        opts: { removeOnComplete: true, removeOnFail: true, jobId: `${name}-${id}` },
      }));
      this.pending = new Map();
      await this.queue.addBulk(jobs).then(
        () => this.store.recordSuccess(),
        (error: Error) => this.store.recordFailure(error),
      );
      await sleep(this.store.cooldownMs, undefined, { ref: false });
    }
    this.sending = false;
  }
}

/** Whether it ends in time: a store that is away may never say that it is closed. */
function waitForClose(closing: Promise<void>): Promise<boolean> {
  return withDeadline(
    CLOSE_TIMEOUT_MS,
    () =>
      closing.then(
        () => true,
        () => true,
      ),
    () => false,
  );
}
