import { Logger } from '@nestjs/common';
import type { Cluster, Redis } from 'ioredis';
import type { Pool } from 'pg';
import { runInBackground } from '../database/connection-shares.js';
import { rateLimitStoreUp } from '../metrics.js';
import { connectRedis } from '../redis/connect-redis.js';
import type { RedisAddress } from '../../config/redis-url.js';
import { RateLimiterPostgres, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible';

export interface LimiterOptions {
  points: number;
  duration: number;
  keyPrefix: string;
}

/** Time without calls after a failure, so that an outage slows few requests. */
const RETRY_MS = 5_000;
const COMMAND_TIMEOUT_MS = 500;

const PROBE = { points: Number.MAX_SAFE_INTEGER, duration: 1, keyPrefix: 'probe' };

/** The store of counts that all processes share. Tracks outages and logs each one once. */
export abstract class SharedStore {
  private readonly logger = new Logger('RateLimits');
  private retryAt = 0;
  private isDown = false;
  private probeTimer: NodeJS.Timeout | undefined;
  private probe: RateLimiterAbstract | undefined;

  abstract createLimiter(options: LimiterOptions): RateLimiterAbstract;

  async open(): Promise<void> {
    rateLimitStoreUp.set(1);
  }

  close(): void {
    clearInterval(this.probeTimer);
  }

  isUsable(): boolean {
    return !this.isDown || performance.now() >= this.retryAt;
  }

  recordFailure(error: unknown): void {
    this.retryAt = performance.now() + RETRY_MS;
    if (this.isDown) return;
    this.isDown = true;
    this.probeTimer = setInterval(() => void this.sendProbe(), RETRY_MS).unref();
    rateLimitStoreUp.set(0);
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn(
      `Rate limit store unavailable: ${reason}. Each process enforces rate limits independently.`,
    );
  }

  recordSuccess(): void {
    if (!this.isDown) return;
    this.isDown = false;
    clearInterval(this.probeTimer);
    rateLimitStoreUp.set(1);
    this.logger.log('Rate limit store available again.');
  }

  /** Detects the end of an outage in a process that gets no requests. */
  private async sendProbe(): Promise<void> {
    this.probe ??= this.createLimiter(PROBE);
    await this.probe.consume('probe').then(
      () => this.recordSuccess(),
      (error: unknown) => this.recordFailure(error),
    );
  }
}

/**
 * Counts, and starts the window at its first request, with one command less than the library's own script. Restarts a
 * window whose remaining time exceeds two windows: its clock was set back.
 */
const COUNT_ON_REDIS = `
local window = 1000 * ARGV[2]
local count = redis.call('incrby', KEYS[1], ARGV[1])
local left = count > tonumber(ARGV[1]) and redis.call('pttl', KEYS[1]) or -1
if left > 2 * window then
  count = tonumber(ARGV[1])
  redis.call('set', KEYS[1], count)
  left = -1
end
if left < 0 then
  left = window
  redis.call('pexpire', KEYS[1], left)
end
return {count, left}`;

export class RedisStore extends SharedStore {
  private readonly redis: Redis | Cluster;

  constructor(address: RedisAddress) {
    super();
    this.redis = connectRedis(address, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      // Sends the counts of one turn of the event loop in one write.
      enableAutoPipelining: true,
      connectTimeout: 2_000,
      commandTimeout: COMMAND_TIMEOUT_MS,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    });
    this.redis.on('error', (error: unknown) => this.recordFailure(error));
  }

  override async open(): Promise<void> {
    await super.open();
    await this.redis.connect().catch((error: unknown) => this.recordFailure(error));
  }

  override close(): void {
    super.close();
    this.redis.disconnect();
  }

  override createLimiter(options: LimiterOptions): RateLimiterAbstract {
    return new RateLimiterRedis({
      ...options,
      keyPrefix: `lading:${options.keyPrefix}`,
      storeClient: this.redis,
      rejectIfRedisNotReady: true,
      customIncrTtlLuaScript: COUNT_ON_REDIS,
    });
  }
}

const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const WINDOW_IS_OPEN = `r.expire > ${NOW_MS} AND r.expire <= ${NOW_MS} + 2 * $3::bigint`;
/** Does the same by the database's clock. Parameters: key, points, milliseconds of a window. */
const COUNT_ON_POSTGRES = `
INSERT INTO rate_limits AS r (key, points, expire) VALUES ($1, $2, ${NOW_MS} + $3::bigint)
ON CONFLICT (key) DO UPDATE SET
  points = CASE WHEN ${WINDOW_IS_OPEN} THEN r.points + excluded.points ELSE excluded.points END,
  expire = CASE WHEN ${WINDOW_IS_OPEN} THEN r.expire ELSE ${NOW_MS} + $3::bigint END
RETURNING points::int, (expire - ${NOW_MS})::float8 AS left`;

/** Replaces the library's statement, which takes the time from the process: a clock that was set back would stretch a window. */
class DatabaseClockLimiter extends RateLimiterPostgres {
  constructor(
    private readonly pool: Pool,
    options: LimiterOptions,
  ) {
    super({ ...options, storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true });
  }

  /** Overrides the library's hook. The library subtracts `Date.now()` from the `expire` it gets. */
  async _upsert(key: string, points: number, windowMs: number): Promise<{ rows: object[] }> {
    const query = { name: 'rate_limit_count', text: COUNT_ON_POSTGRES, values: [key, points, windowMs] };
    const { rows } = await runInBackground(() => this.pool.query<{ points: number; left: number }>(query));
    return { rows: rows.map((row) => ({ points: row.points, expire: Date.now() + row.left })) };
  }
}

export class PostgresStore extends SharedStore {
  constructor(private readonly pool: Pool) {
    super();
  }

  override createLimiter(options: LimiterOptions): RateLimiterAbstract {
    return new DatabaseClockLimiter(this.pool, options);
  }
}
