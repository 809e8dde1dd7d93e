import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { ApiError } from '../http/errors/api-error.js';
import { assertClientConnected, onResponseClose } from '../http/contract/request-signal.js';
import { rateLimited } from '../metrics.js';
import type { Tenant } from '../tenancy/tenant.js';
import { LargeRequestQueue } from './large-request-queue.js';

/** Limits the concurrent requests of an organization in this process, so that slow requests leave room for other organizations. */
@Injectable()
export class InFlightLimiter {
  private readonly limit: number;
  private readonly running = new Map<number, number>();

  constructor(
    { rateLimits, quotas }: Config,
    private readonly largeRequests: LargeRequestQueue,
  ) {
    this.limit = rateLimits.enabled ? quotas.requests_in_flight : Infinity;
  }

  /** Counts the request until its response closes. Large requests first wait for their turn. @throws ApiError rate_limited */
  async acquire(tenant: Tenant, request: Request, response: Response): Promise<void> {
    assertClientConnected(response);
    const { organizationId } = tenant;
    const count = this.running.get(organizationId) ?? 0;
    if (count >= this.limit) {
      rateLimited.inc({ policy: 'in-flight' });
      response.setHeader('RateLimit-Policy', `"in-flight";q=${this.limit}`);
      response.setHeader('RateLimit', '"in-flight";r=0');
      const message = `Too many concurrent requests: at most ${this.limit} per organization. Wait for one to finish.`;
      throw new ApiError('rate_limited', { message, headers: { 'Retry-After': '1' } });
    }
    this.running.set(organizationId, count + 1);
    onResponseClose(response, () => this.release(organizationId));
    await this.largeRequests.waitForTurn(tenant, request, response);
  }

  private release(organizationId: number): void {
    const count = this.running.get(organizationId)! - 1;
    if (count > 0) this.running.set(organizationId, count);
    else this.running.delete(organizationId);
  }
}
