import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { QueueStore } from './queue-store.js';

export const WAKE_UP_QUEUE = 'wake-ups';

/** Runs in the processes that listen: hands each wake-up to the listener of its topic. */
@Processor(WAKE_UP_QUEUE, { runRetryDelay: 1_000 })
export class WakeUpProcessor extends WorkerHost {
  readonly listeners = new Map<string, () => void>();

  constructor(private readonly store: QueueStore) {
    super();
  }

  override async process({ name }: Job): Promise<void> {
    this.store.recordSuccess();
    this.listeners.get(name)?.();
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.store.recordFailure(error);
  }
}
