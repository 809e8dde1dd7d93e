import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { RateLimiterPostgres, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible';

export interface LimiterOptions {
  points: number;
  duration: number;
  keyPrefix: string;
}

/** How long a store that failed is left alone, so that an outage slows few requests. */
const RETRY_MS = 5_000;
/** A store that takes longer than this counts as away. */
const COMMAND_TIMEOUT_MS = 500;

/** The store of the counts that several processes share, and whether it can be used just now. */
export abstract class SharedStore {
  private readonly logger = new Logger('RateLimits');
  private awayUntil = 0;
  private away = false;

  abstract limiter(options: LimiterOptions): RateLimiterAbstract;

  async open(): Promise<void> {}

  close(): void {}

  usable(): boolean {
    return !this.away || Date.now() >= this.awayUntil;
  }

  /** Logged once an outage, not once a request. */
  failed(error: unknown): void {
    this.awayUntil = Date.now() + RETRY_MS;
    if (this.away) return;
    this.away = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn(`The store of the rate limits is away, each process counts for itself: ${reason}`);
  }

  succeeded(): void {
    if (!this.away) return;
    this.away = false;
    this.logger.log('The store of the rate limits is back.');
  }
}

/** Counts, and starts the window with its first request: one command less than the library's own script. */
const COUNT = `
local count = redis.call('incrby', KEYS[1], ARGV[1])
local left = count > tonumber(ARGV[1]) and redis.call('pttl', KEYS[1]) or -1
if left < 0 then
  left = 1000 * ARGV[2]
  redis.call('pexpire', KEYS[1], left)
end
return {count, left}`;

export class RedisStore extends SharedStore {
  private readonly redis: Redis;

  constructor(url: string) {
    super();
    this.redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      // What several requests count in one turn of the event loop goes out as one write.
      enableAutoPipelining: true,
      connectTimeout: 2_000,
      commandTimeout: COMMAND_TIMEOUT_MS,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    });
    this.redis.on('error', (error) => this.failed(error));
  }

  override async open(): Promise<void> {
    await this.redis.connect().catch((error: unknown) => this.failed(error));
  }

  override close(): void {
    this.redis.disconnect();
  }

  override limiter(options: LimiterOptions): RateLimiterAbstract {
    return new RateLimiterRedis({
      ...options,
      keyPrefix: `lading:${options.keyPrefix}`,
      storeClient: this.redis,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript: COUNT,
      inMemoryBlockOnConsumed: options.points + 1,
    });
  }
}

export class PostgresStore extends SharedStore {
  /** @param pool the service's own connections: they run out for the limits when they run out for the work */
  constructor(private readonly pool: unknown) {
    super();
  }

  override limiter(options: LimiterOptions): RateLimiterAbstract {
    return new RateLimiterPostgres({
      ...options,
      storeClient: this.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      inMemoryBlockOnConsumed: options.points + 1,
    });
  }
}
