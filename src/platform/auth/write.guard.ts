import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { isAllowedOverWriteQuota } from '../http/contract/handler-options.js';
import { RateLimitsService } from '../rate-limits/rate-limits.service.js';
import type { MaybeAuthenticatedRequest } from './caller.js';

/** Deletions free room. */
const WRITE_METHODS = new Set(['POST', 'PATCH', 'PUT']);

/** Refuses what would store more for an organization that has written its share, before the body is read. */
@Injectable()
export class WriteGuard implements CanActivate {
  constructor(private readonly limits: RateLimitsService) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const { caller, headers, method } = http.getRequest<MaybeAuthenticatedRequest>();
    if (!caller || !WRITE_METHODS.has(method) || isAllowedOverWriteQuota(context.getHandler())) return true;
    // The answer may be stored already, and is given again: idempotency asks once it knows that it isn't.
    if (method === 'POST' && headers['idempotency-key'] !== undefined) return true;
    this.limits.assertWriteQuota(caller, http.getResponse<Response>());
    return true;
  }
}
