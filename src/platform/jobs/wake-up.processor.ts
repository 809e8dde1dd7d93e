import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { Store } from './store.js';

export const WAKE_UPS = 'wake-ups';

/** Runs in the processes that listen: hands each wake-up to the listener of its topic. */
@Processor(WAKE_UPS, { runRetryDelay: 1_000 })
export class WakeUpProcessor extends WorkerHost {
  readonly listeners = new Map<string, () => void>();

  constructor(private readonly store: Store) {
    super();
  }

  override async process({ name }: Job): Promise<void> {
    this.store.works();
    this.listeners.get(name)?.();
  }

  @OnWorkerEvent('error')
  failed(error: Error): void {
    this.store.failed(error);
  }
}
