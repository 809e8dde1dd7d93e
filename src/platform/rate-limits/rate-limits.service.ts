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

/** An organization without a limit of its own has this many times the limit of a key. */
const KEYS_PER_ORGANIZATION = 4;
/** Enough for an office behind one IP address. Too few to try a list of email addresses. */
const SIGN_IN_LINKS_PER_SECOND = 2;
/** An address that ignores many rejections waits this long for each further one. The delay is random to spread retries. */
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 300;
const MAX_DELAYED_REQUESTS = 1_000;

/** Limits the requests of API keys and organizations, the requests of addresses without a valid key, and the bytes an organization writes. */
@Injectable()
export class RateLimitsService implements OnModuleInit, OnModuleDestroy {
  private readonly enabled: boolean;
  private readonly maxInFlight: number;
  private readonly store: SharedStore | null;
  private readonly keys: Record<Mode, FixedWindowLimiter>;
  private readonly organizations: Record<Mode, FixedWindowLimiter>;
  private readonly addresses: FixedWindowLimiter;
  /** Anonymous requests for sign-in emails. */
  private readonly links: FixedWindowLimiter;
  /** Counted in each process: a public page costs less than a count in the shared store. */
  private readonly pages: FixedWindowLimiter;
  private readonly writtenBytes: WriteQuotaCounter;
  private delayedRequests = 0;

  constructor(config: Config, dataSource: DataSource, transactions: Transactions) {
    const { rateLimits, quotas } = config;
    this.enabled = rateLimits.enabled;
    this.maxInFlight = quotas.requests_in_flight;
    this.store = createStore(config, dataSource);
    this.keys = {
      test: new FixedWindowLimiter('test', rateLimits.test, this.store),
      live: new FixedWindowLimiter('live', rateLimits.live, this.store),
    };
    const ofOrganization = (mode: Mode): FixedWindowLimiter => {
      const perSecond = rateLimits.organization ?? KEYS_PER_ORGANIZATION * rateLimits[mode];
      return new FixedWindowLimiter(`organization-${mode}`, perSecond, this.store);
    };
    this.organizations = { test: ofOrganization('test'), live: ofOrganization('live') };
    this.addresses = new FixedWindowLimiter('address', rateLimits.address, this.store);
    this.links = new FixedWindowLimiter('link', SIGN_IN_LINKS_PER_SECOND, this.store);
    this.pages = new FixedWindowLimiter('public', rateLimits.public, null);
    const points = Math.floor(quotas.written_bytes / UNIT_BYTES);
    const options = { points, duration: WRITTEN_WINDOW_SECONDS, keyPrefix: 'written' };
    const counter = new SharedCounter(options, this.store);
    this.writtenBytes = new WriteQuotaCounter(quotas.written_bytes, (id, units) => counter.add(id, units));
    if (this.enabled) transactions.onStored = (owner, bytes) => this.writtenBytes.record(owner, bytes);
  }

  async onModuleInit(): Promise<void> {
    await this.store?.open();
  }

  onModuleDestroy(): void {
    this.writtenBytes.close();
    this.store?.close();
  }

  /** Returns the policies of a key of the mode. Empty if limits are off. */
  listPolicies(mode: Mode): { policy: string; limit: number; window_seconds: number | null }[] {
    if (!this.enabled) return [];
    return [
      { policy: 'default', limit: this.keys[mode].limit, window_seconds: WINDOW_SECONDS },
      { policy: 'organization', limit: this.organizations[mode].limit, window_seconds: WINDOW_SECONDS },
      { policy: 'in-flight', limit: this.maxInFlight, window_seconds: null },
      { policy: 'written-bytes', limit: this.writtenBytes.limit, window_seconds: WRITTEN_WINDOW_SECONDS },
    ];
  }

  /**
   * Counts a request of an API key, then of its organization. A request that the key may not send does not count for the
   * organization. The headers show the limit with fewer remaining requests. @throws ApiError rate_limited
   */
  async countRequest(
    { organizationId, mode, fingerprint }: Tenant & { fingerprint: string },
    response: Response,
  ): Promise<void> {
    if (!this.enabled) return;
    const ofKey = await this.keys[mode].consume(fingerprint);
    if (!ofKey.allowed) return applyRateLimit(ofKey, 'default', response);
    const ofOrganization = await this.organizations[mode].consume(String(organizationId));
    if (ofOrganization.allowed && ofOrganization.remaining >= ofKey.remaining)
      applyRateLimit(ofKey, 'default', response);
    else applyRateLimit(ofOrganization, 'organization', response);
  }

  /** @throws ApiError rate_limited if the organization used up its write quota in this mode */
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
    const message = `Quota exceeded: the organization wrote ${limit} bytes in this mode within one hour. Retry in ${seconds} s. Reads, cancellations and deletions still work.`;
    throwRateLimited('written-bytes', seconds, message);
  }

  /** Counts a request without a valid API key. @throws ApiError rate_limited */
  async countAuthFailure(address: string, response: Response): Promise<void> {
    if (this.enabled) await this.countAddress(this.addresses, 'address', address, response);
  }

  /** Counts a request for a public page. @throws ApiError rate_limited */
  async countPublic(address: string, response: Response): Promise<void> {
    if (this.enabled) await this.countAddress(this.pages, 'public', address, response);
  }

  /** @throws ApiError rate_limited */
  async countSignInLink(address: string, response: Response): Promise<void> {
    if (this.enabled) applyRateLimit(await this.links.consume(address), 'link', response);
  }

  /** Rejects an address with too many failures before its key is looked up. @throws ApiError rate_limited */
  async assertNotBlocked(getAddress: () => string, response: Response): Promise<void> {
    if (!this.addresses.hasExhausted) return;
    const address = getAddress();
    const rejection = this.addresses.rejectIfExhausted(address);
    if (!rejection) return;
    await this.delayInsistent(this.addresses, address);
    applyRateLimit(rejection, 'address', response);
  }

  private async countAddress(
    limiter: FixedWindowLimiter,
    policy: string,
    address: string,
    response: Response,
  ): Promise<void> {
    const result = await limiter.consume(address);
    if (!result.allowed) await this.delayInsistent(limiter, address);
    applyRateLimit(result, policy, response);
  }

  private async delayInsistent(limiter: FixedWindowLimiter, address: string): Promise<void> {
    if (!limiter.hasTooManyRejections(address) || this.delayedRequests >= MAX_DELAYED_REQUESTS) return;
    this.delayedRequests++;
    await sleep(randomInt(MIN_DELAY_MS, MAX_DELAY_MS), undefined, { ref: false });
    this.delayedRequests--;
  }
}

function createStore({ rateLimits, redis }: Config, dataSource: DataSource): SharedStore | null {
  if (!rateLimits.enabled || rateLimits.store === 'memory') return null;
  if (rateLimits.store === 'redis') return new RedisStore(redis!);
  return new PostgresStore((dataSource.driver as PostgresDriver).master as Pool);
}

/** Sets both headers as structured fields. Source: draft-ietf-httpapi-ratelimit-headers-10. @throws ApiError rate_limited */
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
