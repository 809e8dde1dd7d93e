import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { databaseFault } from '../../../platform/database/database-fault.js';
import { deliveryAttempts } from '../../../platform/metrics.js';
import { ResultsRepository, type AttemptResult } from './results.repository.js';

/** Results of the same moment are written together. */
const GATHER_MS = 4;
const ENOUGH = 64;
const LARGEST_BATCH = 256;
const RETRY_MS = 250;

interface Entry {
  result: AttemptResult;
  written: () => void;
}

/** Writes results in batches, and keeps them while the database is away. */
@Injectable()
export class AttemptResults {
  private readonly logger = new Logger('Webhooks');
  private readonly waiting: Entry[] = [];
  private writing: Promise<void> | undefined;
  private failing = false;

  constructor(private readonly repository: ResultsRepository) {}

  /** True while results can't be written: claiming more would only send more than once. */
  get stuck(): boolean {
    return this.failing;
  }

  /** @param written called once the result is in the database */
  add(result: AttemptResult, written: () => void): void {
    deliveryAttempts.inc({ outcome: result.outcome.error ?? 'accepted' });
    this.waiting.push({ result, written });
    this.writing ??= this.write();
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      if (this.waiting.length < ENOUGH) await sleep(GATHER_MS);
      const kept = await this.attempt(this.waiting.splice(0, LARGEST_BATCH));
      this.failing = kept.length > 0;
      if (kept.length === 0) continue;
      this.waiting.unshift(...kept);
      await sleep(RETRY_MS);
    }
    this.writing = undefined;
  }

  /** Those that have to wait for the database. What it refuses for its own sake holds up no other: it is found by halves. */
  private async attempt(batch: Entry[]): Promise<Entry[]> {
    try {
      await this.repository.write(batch.map(({ result }) => result));
    } catch (error) {
      if (databaseFault(error)) return this.keep(batch, error);
      if (batch.length === 1) return this.attemptBare(batch[0]!, error);
      const half = Math.ceil(batch.length / 2);
      return [...(await this.attempt(batch.slice(0, half))), ...(await this.attempt(batch.slice(half)))];
    }
    for (const { written } of batch) written();
    return [];
  }

  /** Without what the receiver said; if that is refused too, the attempt is made again when its lease has ended. */
  private async attemptBare(entry: Entry, refusal: unknown): Promise<Entry[]> {
    const { claim, outcome, beganMs } = entry.result;
    this.logger.error(`The result of delivery ${claim.id} can't be written: ${String(refusal)}`);
    try {
      const bare = { ...outcome, body: null, message: null, retryAfterMs: null };
      await this.repository.write([{ claim, beganMs, outcome: bare }]);
    } catch (error) {
      if (databaseFault(error)) return this.keep([entry], error);
    }
    entry.written();
    return [];
  }

  private keep(batch: Entry[], error: unknown): Entry[] {
    if (!this.failing) this.logger.warn(`Results wait for the database: ${String(error)}`);
    this.failing = true;
    return batch;
  }
}
