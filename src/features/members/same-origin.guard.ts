import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { classifyOrigin } from '../../platform/http/pipeline/request-origin.js';
import { getRequestContext } from '../../platform/http/pipeline/request-context.js';

/** Blocks pages of other sites from signing a user in or out. Read requests are allowed, because they need the cookie. */
@Injectable()
export class SameOriginGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads || classifyOrigin(request, getRequestContext()!.publicUrl) !== 'foreign') return true;
    throw new ApiError('cross_origin');
  }
}
