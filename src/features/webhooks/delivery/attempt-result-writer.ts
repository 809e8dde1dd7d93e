import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { describeDatabaseFault } from '../../../platform/database/database-fault.js';
import { deliveryAttempts } from '../../../platform/metrics.js';
import { AttemptResultsRepository, type AttemptResult } from './attempt-results.repository.js';

const BATCH_DELAY_MS = 4;
/** A batch of this size is written without delay. */
const FULL_BATCH = 64;
const MAX_BATCH = 256;
const RETRY_MS = 250;

interface PendingResult {
  result: AttemptResult;
  onWritten: () => void;
}

/** Writes results in batches and keeps them in memory while the database is unavailable. */
@Injectable()
export class AttemptResultWriter {
  private readonly logger = new Logger('Webhooks');
  private readonly pending: PendingResult[] = [];
  private writing: Promise<void> | undefined;
  private failing = false;

  constructor(private readonly repository: AttemptResultsRepository) {}

  /** True while results cannot be written: an attempt made now might have to be repeated. */
  get isStuck(): boolean {
    return this.failing;
  }

  add(result: AttemptResult, onWritten: () => void): void {
    deliveryAttempts.inc({ outcome: result.outcome.error ?? 'accepted' });
    this.pending.push({ result, onWritten });
    this.writing ??= this.drain();
  }

  private async drain(): Promise<void> {
    while (this.pending.length > 0) {
      if (this.pending.length < FULL_BATCH) await sleep(BATCH_DELAY_MS);
      const unwritten = await this.writeBatch(this.pending.splice(0, MAX_BATCH));
      this.failing = unwritten.length > 0;
      if (unwritten.length === 0) continue;
      this.pending.unshift(...unwritten);
      await sleep(RETRY_MS);
    }
    this.writing = undefined;
  }

  /** Bisects a batch that the database rejects. Returns the results to retry when the database is available again. */
  private async writeBatch(batch: PendingResult[]): Promise<PendingResult[]> {
    try {
      await this.repository.write(batch.map(({ result }) => result));
    } catch (error) {
      if (describeDatabaseFault(error)) return this.keepForRetry(batch, error);
      if (batch.length === 1) return this.writeWithoutResponse(batch[0]!, error);
      const half = Math.ceil(batch.length / 2);
      return [
        ...(await this.writeBatch(batch.slice(0, half))),
        ...(await this.writeBatch(batch.slice(half))),
      ];
    }
    for (const { onWritten } of batch) onWritten();
    return [];
  }

  /** If the database rejects the shorter result too, the attempt is repeated when its lease expires. */
  private async writeWithoutResponse(entry: PendingResult, rejection: unknown): Promise<PendingResult[]> {
    const { lease, outcome, beganMs } = entry.result;
    this.logger.error(`Cannot store the result of delivery ${lease.id}: ${String(rejection)}`);
    try {
      const shorter = { ...outcome, body: null, message: null, retryAfterMs: null };
      await this.repository.write([{ lease, beganMs, outcome: shorter }]);
    } catch (error) {
      if (describeDatabaseFault(error)) return this.keepForRetry([entry], error);
    }
    entry.onWritten();
    return [];
  }

  private keepForRetry(batch: PendingResult[], error: unknown): PendingResult[] {
    if (!this.failing)
      this.logger.warn(
        `Cannot store delivery results; retrying when the database responds: ${String(error)}`,
      );
    this.failing = true;
    return batch;
  }
}
