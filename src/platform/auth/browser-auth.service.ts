import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { classifyOrigin } from '../http/pipeline/request-origin.js';
import { MODES, type Mode } from '../tenancy/tenant.js';
import type { Caller, Credential } from './caller.js';
import { isSecure, readSessionCookie } from './session-cookie.js';
import { SessionsService } from './sessions.service.js';

/**
 * Lets the session cookie of a dashboard page stand for an API key. The page must send its mode in `Lading-Mode`, which
 * forms and links of other sites cannot send, and must come from this origin.
 */
@Injectable()
export class BrowserAuthService {
  constructor(private readonly sessions: SessionsService) {}

  /** Returns null for requests that come from no dashboard page or have no session. */
  readCredential(request: Request, publicUrl: string): Credential | null {
    const mode = request.headers['lading-mode'];
    if (!isMode(mode)) return null;
    const token = readSessionCookie(request, isSecure(publicUrl));
    if (token === undefined || classifyOrigin(request, publicUrl) !== 'own') return null;
    return {
      wasRecentlyValid: () => this.sessions.wasRecentlyValid(token),
      resolve: () => this.resolve(token, mode),
    };
  }

  private async resolve(token: string, mode: Mode): Promise<Caller | null> {
    const session = await this.sessions.resolve(token);
    return session && this.sessions.toCaller(session, mode);
  }
}

function isMode(text: unknown): text is Mode {
  return (MODES as readonly unknown[]).includes(text);
}
