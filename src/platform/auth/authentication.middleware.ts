import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { getRequestContext } from '../http/pipeline/request-context.js';
import { ApiKeysService } from './api-keys.service.js';
import { classifyOrigin } from '../http/pipeline/request-origin.js';
import { MODES, type Mode } from '../tenancy/tenant.js';
import { isSecure, readSessionCookie } from './session-cookie.js';
import { SessionsService } from './sessions.service.js';
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
// Probes request these from one address without end.
const OPERATOR_PATHS = /^\/(health|metrics)(\/|$)/;
const BEARER = /^Bearer +([^\s,]+)$/i;

/**
 * Resolves the caller of API requests, applies the rate limits and waits for a slot, before the body is read. Other
 * paths are limited by address. KeyGuard decides whether a request may proceed without a caller. A plain function,
 * because Nest's own middleware checks excluded routes on every request.
 */
@Injectable()
export class AuthenticationMiddleware {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly sessions: SessionsService,
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
    const credential = this.readCredential(request);
    // A recently valid key is exempt, so that a guessing client does not block others behind the same address.
    if (!credential.wasRecentlyValid()) await this.limits.assertNotBlocked(address, response);
    const caller = await credential.resolve();
    if (caller) {
      request.caller = caller;
      getRequestContext()!.organizationId = caller.organizationId;
      setTraceAttributes({ 'lading.organization_id': caller.organizationId, 'lading.mode': caller.mode });
    }
    // A stolen key that is used from elsewhere does not consume the limits of its owner.
    if (caller && isAllowedAddress(caller, request.ip)) {
      if (caller.keyId !== null) this.keyUsage.record(caller.keyId);
      await this.limits.countRequest(caller, response);
      await this.inFlight.acquire(caller, request, response);
    } else {
      await this.limits.countAuthFailure(address(), response);
    }
  }

  /** Returns the API key of the request, otherwise the session of a dashboard page, otherwise NO_CREDENTIAL. */
  private readCredential(request: Request): Credential {
    const { authorization } = request.headers;
    if (authorization === undefined) return this.readSession(request);
    const key = BEARER.exec(authorization)?.[1];
    return key === undefined ? NO_CREDENTIAL : this.keys.toCredential(key);
  }

  /**
   * Lets the session cookie of a dashboard page stand for an API key. The page must send its mode in `Lading-Mode`, which
   * forms and links of other sites cannot send, and must come from this origin.
   */
  private readSession(request: Request): Credential {
    const { publicUrl } = getRequestContext()!;
    const mode = request.headers['lading-mode'];
    const token = isMode(mode) ? readSessionCookie(request, isSecure(publicUrl)) : undefined;
    if (!isMode(mode) || token === undefined || classifyOrigin(request, publicUrl) !== 'own')
      return NO_CREDENTIAL;
    return {
      wasRecentlyValid: () => this.sessions.wasRecentlyValid(token),
      resolve: () => this.sessions.resolveCaller(token, mode),
    };
  }
}

function isMode(text: unknown): text is Mode {
  return (MODES as readonly unknown[]).includes(text);
}
