import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { describeDatabaseFault } from '../../../platform/database/database-fault.js';
import { deliveryAttempts } from '../../../platform/metrics.js';
import { AttemptResultsRepository, type AttemptResult } from './attempt-results.repository.js';

/** Results of the same moment are written together. */
const BATCH_DELAY_MS = 4;
const FULL_BATCH = 64;
const MAX_BATCH = 256;
const RETRY_MS = 250;

interface PendingResult {
  result: AttemptResult;
  onWritten: () => void;
}

/** Writes results in batches, and keeps them while the database is away. */
@Injectable()
export class AttemptResultWriter {
  private readonly logger = new Logger('Webhooks');
  private readonly pending: PendingResult[] = [];
  private writing: Promise<void> | undefined;
  private failing = false;

  constructor(private readonly repository: AttemptResultsRepository) {}

  /** True while results can't be written: claiming more would only send more than once. */
  get isStuck(): boolean {
    return this.failing;
  }

  /** @param written called once the result is in the database */
  add(result: AttemptResult, written: () => void): void {
    deliveryAttempts.inc({ outcome: result.outcome.error ?? 'accepted' });
    this.pending.push({ result, onWritten: written });
    this.writing ??= this.drain();
  }

  private async drain(): Promise<void> {
    while (this.pending.length > 0) {
      if (this.pending.length < FULL_BATCH) await sleep(BATCH_DELAY_MS);
      const kept = await this.writeBatch(this.pending.splice(0, MAX_BATCH));
      this.failing = kept.length > 0;
      if (kept.length === 0) continue;
      this.pending.unshift(...kept);
      await sleep(RETRY_MS);
    }
    this.writing = undefined;
  }

  /** Those that have to wait for the database. What it refuses for its own sake holds up no other: it is found by halves. */
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
    for (const { onWritten: written } of batch) written();
    return [];
  }

  /** Without what the receiver said; if that is refused too, the attempt is made again when its lease has ended. */
  private async writeWithoutResponse(entry: PendingResult, refusal: unknown): Promise<PendingResult[]> {
    const { lease: claim, outcome, beganMs } = entry.result;
    this.logger.error(`The result of delivery ${claim.id} can't be written: ${String(refusal)}`);
    try {
      const bare = { ...outcome, body: null, message: null, retryAfterMs: null };
      await this.repository.write([{ lease: claim, beganMs, outcome: bare }]);
    } catch (error) {
      if (describeDatabaseFault(error)) return this.keepForRetry([entry], error);
    }
    entry.onWritten();
    return [];
  }

  private keepForRetry(batch: PendingResult[], error: unknown): PendingResult[] {
    if (!this.failing) this.logger.warn(`Results wait for the database: ${String(error)}`);
    this.failing = true;
    return batch;
  }
}
