import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OutageLogger } from '../async/outage-logger.js';
import { Transactions } from '../database/transactions.js';

const FLUSH_INTERVAL_MS = 10_000;

/** Notes when keys were last used: at most once a minute each, and never while a request waits. */
@Injectable()
export class KeyUsageRecorder implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outage = new OutageLogger(new Logger('Keys'), 'last use of keys');
  private readonly pendingKeyIds = new Set<number>();
  private timer?: NodeJS.Timeout;

  constructor(private readonly transactions: Transactions) {}

  /** In every process that serves requests, whatever its role. */
  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  record(keyId: number): void {
    this.pendingKeyIds.add(keyId);
  }

  async flush(): Promise<void> {
    if (this.pendingKeyIds.size === 0) return;
    const ids = [...this.pendingKeyIds];
    this.pendingKeyIds.clear();
    try {
      await this.transactions.prepared({
        name: 'api_keys_used',
        text: `UPDATE api_keys SET last_used_at = now()
               WHERE id = ANY ($1) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
        values: [ids],
      });
      this.outage.recordSuccess();
    } catch (error) {
      this.outage.recordFailure(error);
    }
  }
}
