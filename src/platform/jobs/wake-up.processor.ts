import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { QueueConnection } from './queue-connection.js';

export const WAKE_UPS = 'wake-ups';

/** Passes each BullMQ job to the listener of its topic. A job carries no work, only the topic as its name. */
@Processor(WAKE_UPS, { runRetryDelay: 1_000 })
export class WakeUpProcessor extends WorkerHost {
  readonly listeners = new Map<string, () => void>();

  constructor(private readonly connection: QueueConnection) {
    super();
  }

  override async process({ name }: Job): Promise<void> {
    this.connection.recordSuccess();
    this.listeners.get(name)?.();
  }

  @OnWorkerEvent('error')
  recordFailure(error: Error): void {
    this.connection.recordFailure(error);
  }
}
