import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { getRequestContext } from '../http/pipeline/request-context.js';
import { ApiKeysService } from './api-keys.service.js';
import { BrowserAuthService } from './browser-auth.service.js';
import {
  isAllowedAddress,
  type MaybeAuthenticatedRequest,
  NO_CREDENTIAL,
  type Credential,
} from './caller.js';
import { KeyUsageRecorder } from './key-usage-recorder.js';
import { toClientKey } from '../rate-limits/networks.js';
import { InFlightLimiter } from '../rate-limits/in-flight-limiter.js';
import { RateLimitsService } from '../rate-limits/rate-limits.service.js';
import { setTraceAttributes } from '../tracing/spans.js';

const API_PATH = /^\/api\//;
/** Asked for by what watches the service, from one address and without end. */
const OPERATOR_PATHS = /^\/(health|metrics)(\/|$)/;
const BEARER = /^Bearer +([^\s,]+)$/i;

/**
 * Finds out who calls the API, counts the call and waits for its turn, before the body is read and for unknown paths too;
 * outside of the API it counts what an address asks for. Whether a request may go on without a caller is for the key guard
 * to say. A plain middleware: Nest's own kind would look for excluded routes first, at each request.
 */
@Injectable()
export class AuthenticationMiddleware {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly browsers: BrowserAuthService,
    private readonly limits: RateLimitsService,
    private readonly keyUsage: KeyUsageRecorder,
    private readonly inFlight: InFlightLimiter,
  ) {}

  readonly use = (request: Request, response: Response, next: NextFunction): void => {
    if (API_PATH.test(request.path)) this.authenticate(request, response).then(() => next(), next);
    else if (OPERATOR_PATHS.test(request.path)) next();
    else this.limits.countPublic(toClientKey(request.ip), response).then(() => next(), next);
  };

  private async authenticate(request: MaybeAuthenticatedRequest, response: Response): Promise<void> {
    const address = (): string => toClientKey(request.ip);
    const { wasRecentlyValid: knew, resolve } = this.readCredential(request);
    // Others behind the same address go on working while one of them guesses.
    if (!knew()) await this.limits.assertNotBlocked(address, response);
    const caller = await resolve();
    if (caller) {
      request.caller = caller;
      setTraceAttributes({ 'lading.organization_id': caller.organizationId, 'lading.mode': caller.mode });
    }
    // A stolen key that is refused elsewhere uses up nothing of its owner's.
    if (caller && isAllowedAddress(caller, request.ip)) {
      if (caller.keyId !== null) this.keyUsage.record(caller.keyId);
      await this.limits.countRequest(caller, response);
      await this.inFlight.acquire(caller, request, response);
    } else {
      await this.limits.countAuthFailure(address(), response);
    }
  }

  /** What the request shows: a key, else the session of one of our pages, else nothing. */
  private readCredential(request: Request): Credential {
    const { authorization } = request.headers;
    if (authorization === undefined)
      return this.browsers.readCredential(request, getRequestContext()!.publicUrl) ?? NO_CREDENTIAL;
    const key = BEARER.exec(authorization)?.[1];
    return key === undefined ? NO_CREDENTIAL : this.keys.toCredential(key);
  }
}
