import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Outage } from '../async/outage.js';
import { Transactions } from '../database/transactions.js';

const FLUSH_MS = 10_000;

/** Notes when keys were last used: at most once a minute each, and never while a request waits. */
@Injectable()
export class LastUsed implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outage = new Outage(new Logger('Keys'), 'last use of keys');
  private readonly used = new Set<number>();
  private timer?: NodeJS.Timeout;

  constructor(private readonly transactions: Transactions) {}

  /** In every process that serves requests, whatever its role. */
  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  note(keyId: number): void {
    this.used.add(keyId);
  }

  async flush(): Promise<void> {
    if (this.used.size === 0) return;
    const ids = [...this.used];
    this.used.clear();
    try {
      await this.transactions.prepared({
        name: 'api_keys_used',
        text: `UPDATE api_keys SET last_used_at = now()
               WHERE id = ANY ($1) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
        values: [ids],
      });
      this.outage.works();
    } catch (error) {
      this.outage.failed(error);
    }
  }
}
