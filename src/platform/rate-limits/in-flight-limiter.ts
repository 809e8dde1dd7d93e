import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { ApiError } from '../http/errors/api-error.js';
import { assertClientConnected, onResponseClose } from '../http/pipeline/response-close.js';
import { rateLimited } from '../metrics.js';
import type { Tenant } from '../tenancy/tenant.js';
import { LargeRequestQueue } from './large-request-queue.js';

/** Requests of an organization that this process answers at once: one that is slow does not take the others' place. */
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

  /**
   * Takes a place of the organization's until the answer is out or its client gone; resolves when it is the request's turn,
   * where it is large. @throws ApiError rate_limited
   */
  async acquire(tenant: Tenant, request: Request, response: Response): Promise<void> {
    assertClientConnected(response);
    const { organizationId } = tenant;
    const now = this.running.get(organizationId) ?? 0;
    if (now >= this.limit) {
      rateLimited.inc({ policy: 'in-flight' });
      response.setHeader('RateLimit-Policy', `"in-flight";q=${this.limit}`);
      response.setHeader('RateLimit', '"in-flight";r=0');
      const message = `${this.limit} requests of the organization are being answered: wait for one of them.`;
      throw new ApiError('rate_limited', { message, headers: { 'Retry-After': '1' } });
    }
    this.running.set(organizationId, now + 1);
    onResponseClose(response, () => this.release(organizationId));
    await this.largeRequests.waitForTurn(tenant, request, response);
  }

  private release(organizationId: number): void {
    const left = this.running.get(organizationId)! - 1;
    if (left > 0) this.running.set(organizationId, left);
    else this.running.delete(organizationId);
  }
}
