import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { requestContext } from '../http/pipeline/request-context.js';
import { ApiKeysService } from './api-keys.service.js';
import { BrowserCallers } from './browser-callers.js';
import { worksFrom, type MaybeAuthenticatedRequest } from './caller.js';
import { NO_CREDENTIAL, type Credential } from './credential.js';
import { LastUsed } from './last-used.js';
import { clientOf } from '../rate-limits/client-address.js';
import { InFlight } from '../rate-limits/in-flight.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { tellTrace } from '../tracing/traces.js';

const API = /^\/api\//;
/** Asked for by what watches the service, from one address and without end. */
const FOR_OPERATORS = /^\/(health|metrics)(\/|$)/;
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
    private readonly browsers: BrowserCallers,
    private readonly limits: RateLimits,
    private readonly lastUsed: LastUsed,
    private readonly inFlight: InFlight,
  ) {}

  readonly use = (request: Request, response: Response, next: NextFunction): void => {
    if (API.test(request.path)) this.authenticate(request, response).then(() => next(), next);
    else if (FOR_OPERATORS.test(request.path)) next();
    else this.limits.countPublic(clientOf(request.ip), response).then(() => next(), next);
  };

  private async authenticate(request: MaybeAuthenticatedRequest, response: Response): Promise<void> {
    const address = (): string => clientOf(request.ip);
    const { knew, resolve } = this.credentialOf(request);
    // Others behind the same address go on working while one of them guesses.
    if (!knew()) await this.limits.refuseBlocked(address, response);
    const caller = await resolve();
    if (caller) {
      request.caller = caller;
      tellTrace({ 'lading.organization_id': caller.organizationId, 'lading.mode': caller.mode });
    }
    // A stolen key that is refused elsewhere uses up nothing of its owner's.
    if (caller && worksFrom(caller, request.ip)) {
      if (caller.keyId !== null) this.lastUsed.note(caller.keyId);
      await this.limits.countRequest(caller, response);
      await this.inFlight.enter(caller, request, response);
    } else {
      await this.limits.countFailure(address(), response);
    }
  }

  /** What the request shows: a key, else the session of one of our pages, else nothing. */
  private credentialOf(request: Request): Credential {
    const { authorization } = request.headers;
    if (authorization === undefined)
      return this.browsers.credentialOf(request, requestContext()!.publicUrl) ?? NO_CREDENTIAL;
    const key = BEARER.exec(authorization)?.[1];
    return key === undefined ? NO_CREDENTIAL : this.keys.credentialOf(key);
  }
}
