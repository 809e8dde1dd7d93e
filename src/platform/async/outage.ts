import type { Logger } from '@nestjs/common';

/** Something that is done again and again: the log has when it begins to fail and when it works again, not each failure. */
export class Outage {
  private failures = 0;
  private since = 0;

  constructor(
    private readonly logger: Logger,
    private readonly what: string,
  ) {}

  failed(error: unknown, times = 1): void {
    if (this.failures === 0) {
      this.since = performance.now();
      this.logger.error(`${this.what}: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.failures += times;
  }

  works(): void {
    if (this.failures === 0) return;
    const seconds = Math.round((performance.now() - this.since) / 1_000);
    this.logger.log(`${this.what}: works again after ${seconds} s, failures: ${this.failures}`);
    this.failures = 0;
  }
}
