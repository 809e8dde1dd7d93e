import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { deliveryAttempts } from '../../meters.js';
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
      const batch = this.waiting.splice(0, LARGEST_BATCH);
      if (await this.attempt(batch)) for (const { written } of batch) written();
      else {
        this.waiting.unshift(...batch);
        await sleep(RETRY_MS);
      }
    }
    this.writing = undefined;
  }

  private async attempt(batch: Entry[]): Promise<boolean> {
    try {
      await this.repository.write(batch.map(({ result }) => result));
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn(`Results wait for the database: ${String(error)}`);
      this.failing = true;
    }
    return !this.failing;
  }
}
