import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ApiKeysService } from './api-keys.service.js';
import { worksFrom, type MaybeAuthenticatedRequest } from './caller.js';
import { LastUsed } from './last-used.js';
import { clientOf } from '../limits/client-address.js';
import { InFlight } from '../limits/in-flight.js';
import { RateLimits } from '../limits/rate-limits.js';

const API = /^\/api\//;
/** Asked for by what watches the service, from one address and without end. */
const FOR_OPERATORS = /^\/(health|metrics)(\/|$)/;
const BEARER = /^Bearer +([^\s,]+)$/i;

/**
 * Finds out who calls the API and counts the call, before the body is read and for unknown paths too; outside of the API
 * it counts what an address asks for. Whether a request
 * may go on without a caller is for the key guard to say. Nest would look for excluded routes first, at each request.
 */
@Injectable()
export class AuthenticationMiddleware {
  constructor(
    private readonly keys: ApiKeysService,
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
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    // Others behind the same address go on working while one of them guesses.
    if (key === undefined || !this.keys.knew(key)) this.limits.refuseBlocked(address, response);
    const caller = key === undefined ? null : await this.keys.resolve(key);
    if (caller) request.caller = caller;
    // A stolen key that is refused elsewhere uses up nothing of its owner's.
    if (caller && worksFrom(caller, request.ip)) {
      this.lastUsed.note(caller.keyId);
      await this.limits.countRequest(caller, response);
      this.inFlight.enter(caller, response);
    } else {
      await this.limits.countFailure(address(), response);
    }
  }
}
