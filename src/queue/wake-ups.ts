import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Job } from 'bullmq';
import { Config } from '../config.js';
import { engineOf } from './engine-of.js';
import type { EngineConnection, JobQueue, JobWorker, OpenEngine } from './queue-engine.js';

const QUEUE = 'wake-ups';
/** Hints of the same moment become one. */
const GATHER_MS = 2;
const REOPEN_MS = 1_000;
const CLOSE_MS = 2_000;

/** What became due: for whoever looks into the queue. The listener looks for due work itself. */
export type Hint = Record<string, number>;

interface Session {
  engine: EngineConnection;
  queue: JobQueue;
  worker: JobWorker | undefined;
}

/**
 * Tells workers, through BullMQ, that there is work in the database. A wake-up is only ever a hint: when the store is
 * away, wiped or slow, it is dropped, and the workers find the work by their own sweeping a moment later.
 */
@Injectable()
export class WakeUps implements OnApplicationShutdown {
  private readonly logger = new Logger('Queue');
  private readonly open: OpenEngine;
  private readonly listeners = new Map<string, () => void>();
  private waiting = new Map<string, { id: string; hint: Hint }>();
  private session: Session | undefined;
  private opening = false;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(config: Config) {
    this.open = engineOf(config);
  }

  /** Returns at once. Of the hints of one topic and moment one is sent. @param id without colons, which BullMQ refuses */
  send(topic: string, id: string, hint: Hint): void {
    if (this.closed) return;
    this.waiting.set(topic, { id, hint });
    if (!this.session) void this.connect();
    else this.timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  /** Calls `wake` whenever somebody has sent a wake-up for the topic; it must return at once. */
  listen(topic: string, wake: () => void): void {
    this.listeners.set(topic, wake);
    if (this.session) this.work(this.session);
    else void this.connect();
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const session = this.session;
    this.session = undefined;
    if (session) await this.close(session, false);
  }

  private async flush(): Promise<void> {
    this.timer = undefined;
    const { session, waiting } = this;
    if (!session || waiting.size === 0) return;
    this.waiting = new Map();
    const opts = { removeOnComplete: true, removeOnFail: true };
    const jobs = [...waiting].map(([name, { id, hint }]) => ({
      name,
      data: hint,
      opts: { ...opts, jobId: `${name}-${id}` },
    }));
    await session.queue.addBulk(jobs).catch((error: Error) => this.broken(session, error));
  }

  private async connect(): Promise<void> {
    if (this.opening || this.closed || this.session) return;
    this.opening = true;
    while (!this.closed && !this.session) {
      try {
        this.session = await this.openSession();
      } catch (error) {
        this.logger.warn(`The queue store can't be reached: ${messageOf(error)}`);
        await sleep(REOPEN_MS, undefined, { ref: false });
      }
    }
    this.opening = false;
    if (this.closed && this.session) await this.onApplicationShutdown();
    // Whatever happened while it was away.
    for (const wake of this.listeners.values()) wake();
    await this.flush();
  }

  private async openSession(): Promise<Session> {
    const session: Partial<Session> = {};
    const broken = (error: Error): void => this.broken(session as Session, error);
    session.engine = await this.open(broken);
    session.queue = session.engine.queue(QUEUE);
    session.queue.on('error', broken);
    if (this.listeners.size > 0) this.work(session as Session);
    return session as Session;
  }

  private work(session: Session): void {
    if (session.worker) return;
    session.worker = session.engine.worker(QUEUE, async (job) => this.wake(job));
    session.worker.on('error', (error) => this.broken(session, error));
  }

  private async wake({ name }: Job): Promise<void> {
    this.listeners.get(name)?.();
  }

  /** One that has failed is never mended but opened anew: that also brings back a store that was wiped. */
  private broken(session: Session, error: Error): void {
    if (this.session !== session || this.closed) return;
    this.logger.warn(`The queue store failed: ${messageOf(error)}`);
    this.session = undefined;
    void this.close(session, true)
      .then(() => sleep(REOPEN_MS, undefined, { ref: false }))
      .then(() => this.connect());
  }

  /** @param force without waiting for the worker, which can't end properly when its connection is gone */
  private async close({ engine, queue, worker }: Session, force: boolean): Promise<void> {
    const closing = Promise.allSettled([worker?.close(force), queue.close()]);
    await Promise.race([closing, sleep(CLOSE_MS, undefined, { ref: false })]);
    await Promise.race([engine.close(), sleep(CLOSE_MS, undefined, { ref: false })]).catch(() => undefined);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
