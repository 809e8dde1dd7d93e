import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Config } from '../../config/config.js';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/errors/api-error.js';
import { rateLimited } from '../metrics.js';
import type { Mode, Tenant } from '../tenancy/tenant.js';
import { FixedWindowLimiter, WINDOW_SECONDS, type RateLimitResult } from './fixed-window-limiter.js';
import { SharedCounter } from './shared-counter.js';
import { PostgresStore, RedisStore, type SharedStore } from './shared-store.js';
import { UNIT_BYTES, WRITTEN_WINDOW_SECONDS, WriteQuotaCounter } from './write-quota-counter.js';

/** An office behind one address, not a list of addresses that is tried. */
const SIGN_IN_LINKS_PER_SECOND = 2;
/**
 * An address that asks on after many refusals waits so long for each: refusing it at its own pace would fill the process.
 * Each waits another time, or all that it asks at once would come back in the same moment.
 */
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 300;
const MAX_DELAYED_REQUESTS = 1_000;

/** How much a key may ask, and how often an address may come without one. */
@Injectable()
export class RateLimitsService implements OnModuleInit, OnModuleDestroy {
  private readonly enabled: boolean;
  private readonly maxInFlight: number;
  private readonly store: SharedStore | null;
  private readonly keys: Record<Mode, FixedWindowLimiter>;
  private readonly addresses: FixedWindowLimiter;
  /** Mails that strangers may have sent. */
  private readonly links: FixedWindowLimiter;
  /** In each process by itself: a page without a key costs less than counting it in a store would. */
  private readonly pages: FixedWindowLimiter;
  /** By an organization, not by a key: it has a disk's room, not each of its keys. */
  private readonly writtenBytes: WriteQuotaCounter;
  private delayedRequests = 0;

  constructor({ rateLimits, quotas, redis }: Config, dataSource: DataSource, transactions: Transactions) {
    this.enabled = rateLimits.enabled;
    this.maxInFlight = quotas.requests_in_flight;
    this.store =
      rateLimits.enabled && rateLimits.store !== 'memory'
        ? rateLimits.store === 'redis'
          ? new RedisStore(redis!)
          : new PostgresStore((dataSource.driver as PostgresDriver).master as Pool)
        : null;
    this.keys = {
      test: new FixedWindowLimiter('test', rateLimits.test, this.store),
      live: new FixedWindowLimiter('live', rateLimits.live, this.store),
    };
    this.addresses = new FixedWindowLimiter('address', rateLimits.address, this.store);
    this.links = new FixedWindowLimiter('link', SIGN_IN_LINKS_PER_SECOND, this.store);
    this.pages = new FixedWindowLimiter('public', rateLimits.public, null);
    const points = Math.floor(quotas.written_bytes / UNIT_BYTES);
    const options = { points, duration: WRITTEN_WINDOW_SECONDS, keyPrefix: 'written' };
    const count = new SharedCounter(options, this.store);
    this.writtenBytes = new WriteQuotaCounter(quotas.written_bytes, (id, units) => count.add(id, units));
    if (this.enabled) transactions.onStored = (owner, bytes) => this.writtenBytes.record(owner, bytes);
  }

  async onModuleInit(): Promise<void> {
    await this.store?.open();
  }

  onModuleDestroy(): void {
    this.writtenBytes.close();
    this.store?.close();
  }

  /** What a key of the mode may ask; nothing where limits are off. */
  listPolicies(mode: Mode): { policy: string; limit: number; window_seconds: number | null }[] {
    if (!this.enabled) return [];
    return [
      { policy: 'default', limit: this.keys[mode].limit, window_seconds: WINDOW_SECONDS },
      { policy: 'in-flight', limit: this.maxInFlight, window_seconds: null },
      { policy: 'written-bytes', limit: this.writtenBytes.limit, window_seconds: WRITTEN_WINDOW_SECONDS },
    ];
  }

  /** Counts a request of the key. @throws ApiError rate_limited */
  async countRequest(
    { mode, fingerprint }: Tenant & { fingerprint: string },
    response: Response,
  ): Promise<void> {
    if (this.enabled) applyRateLimit(await this.keys[mode].consume(fingerprint), 'default', response);
  }

  /** Refuses to store more for an organization that has written its share. @throws ApiError rate_limited */
  assertWriteQuota({ organizationId, mode }: Tenant, response: Response): void {
    const resetMs = this.writtenBytes.getBlockedMs({ organizationId, mode });
    if (resetMs === null) return;
    const { limit } = this.writtenBytes;
    const seconds = Math.ceil(resetMs / 1_000);
    response.setHeader(
      'RateLimit-Policy',
      `"written-bytes";q=${limit};qu="content-bytes";w=${WRITTEN_WINDOW_SECONDS}`,
    );
    response.setHeader('RateLimit', `"written-bytes";r=0;t=${seconds}`);
    const message = `The organization has written ${limit} bytes in this mode within an hour: reading, cancelling and deleting go on.`;
    throwRateLimited('written-bytes', seconds, message);
  }

  /** Counts a request that no valid key came with. @throws ApiError rate_limited */
  async countAuthFailure(address: string, response: Response): Promise<void> {
    if (this.enabled) await this.countAddress(this.addresses, 'address', address, response);
  }

  /** Counts a request for something that needs no key. @throws ApiError rate_limited */
  async countPublic(address: string, response: Response): Promise<void> {
    if (this.enabled) await this.countAddress(this.pages, 'public', address, response);
  }

  /** Counts a request for a sign-in link. @throws ApiError rate_limited */
  async countSignInLink(address: string, response: Response): Promise<void> {
    if (this.enabled) applyRateLimit(await this.links.consume(address), 'link', response);
  }

  /** Refuses an address that failed too often, before its key is looked at. @throws ApiError rate_limited */
  async assertNotBlocked(addressOf: () => string, response: Response): Promise<void> {
    if (!this.addresses.hasExhausted) return;
    const address = addressOf();
    const refusal = this.addresses.rejectIfExhausted(address);
    if (!refusal) return;
    await this.delayInsistent(this.addresses, address);
    applyRateLimit(refusal, 'address', response);
  }

  private async countAddress(
    limiter: FixedWindowLimiter,
    policy: string,
    address: string,
    response: Response,
  ): Promise<void> {
    const verdict = await limiter.consume(address);
    if (!verdict.allowed) await this.delayInsistent(limiter, address);
    applyRateLimit(verdict, policy, response);
  }

  private async delayInsistent(limiter: FixedWindowLimiter, address: string): Promise<void> {
    if (!limiter.hasTooManyRejections(address) || this.delayedRequests >= MAX_DELAYED_REQUESTS) return;
    this.delayedRequests++;
    await sleep(randomInt(MIN_DELAY_MS, MAX_DELAY_MS), undefined, { ref: false });
    this.delayedRequests--;
  }
}

/** Both headers as structured fields. Source: draft-ietf-httpapi-ratelimit-headers-10. */
function applyRateLimit(
  { allowed, limit, remaining, resetMs }: RateLimitResult,
  policy: string,
  response: Response,
): void {
  const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
  response.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=${WINDOW_SECONDS}`);
  response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${seconds}`);
  if (!allowed) throwRateLimited(policy, seconds);
}

function throwRateLimited(policy: string, seconds: number, message?: string): never {
  rateLimited.inc({ policy });
  const headers = { 'Retry-After': String(seconds) };
  throw new ApiError('rate_limited', { ...(message && { message }), headers });
}
