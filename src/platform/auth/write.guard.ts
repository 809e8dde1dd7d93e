import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { isAllowedOverWriteQuota } from '../http/contract/handler-options.js';
import { RateLimitsService } from '../rate-limits/rate-limits.service.js';
import type { MaybeAuthenticatedRequest } from './caller.js';

/** DELETE frees space. */
const WRITE_METHODS = new Set(['POST', 'PATCH', 'PUT']);

/** Rejects writes of an organization that has used up QUOTA_WRITTEN_BYTES, before the body is read. */
@Injectable()
export class WriteGuard implements CanActivate {
  constructor(private readonly limits: RateLimitsService) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const { caller, headers, method } = http.getRequest<MaybeAuthenticatedRequest>();
    if (!caller || !WRITE_METHODS.has(method) || isAllowedOverWriteQuota(context.getHandler())) return true;
    // A stored response may be replayed. Idempotency checks the quota if there is none.
    if (method === 'POST' && headers['idempotency-key'] !== undefined) return true;
    this.limits.assertWriteQuota(caller, http.getResponse<Response>());
    return true;
  }
}
