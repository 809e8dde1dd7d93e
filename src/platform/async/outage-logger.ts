import type { Logger } from '@nestjs/common';

/** Logs the first failure of a repeated activity and its recovery, but not the failures in between. */
export class OutageLogger {
  private failures = 0;
  private since = 0;

  constructor(
    private readonly logger: Logger,
    private readonly activity: string,
  ) {}

  recordFailure(error: unknown, times = 1): void {
    if (this.failures === 0) {
      this.since = performance.now();
      this.logger.error(`${this.activity}: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.failures += times;
  }

  recordSuccess(): void {
    if (this.failures === 0) return;
    const seconds = Math.round((performance.now() - this.since) / 1_000);
    this.logger.log(`${this.activity}: recovered after ${seconds} s, failures: ${this.failures}`);
    this.failures = 0;
  }
}
