import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OutageLogger } from '../async/outage-logger.js';
import { ApiKeysRepository } from './api-keys.repository.js';

const FLUSH_INTERVAL_MS = 10_000;

/** Records in the background when keys were last used, at most once a minute for each key. */
@Injectable()
export class KeyUsageRecorder implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outage = new OutageLogger(new Logger('Keys'), 'recording the last use of API keys');
  private readonly pendingKeyIds = new Set<number>();
  private timer?: NodeJS.Timeout;

  constructor(private readonly keys: ApiKeysRepository) {}

  // A periodic job would run in workers only; this runs in every process that serves requests.
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
      await this.keys.recordUse(ids);
      this.outage.recordSuccess();
    } catch (error) {
      this.outage.recordFailure(error);
    }
  }
}
