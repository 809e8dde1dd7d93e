import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { classifyOrigin } from '../http/pipeline/request-origin.js';
import { MODES, type Mode } from '../tenancy/tenant.js';
import type { Caller, Credential } from './caller.js';
import { isSecure, readSessionCookie } from './session-cookie.js';
import { SessionsService } from './sessions.service.js';

/**
 * The session of a page of ours stands for a key where the page says which mode it shows. The header alone keeps forms
 * and links of other sites out, as does where the request comes from.
 */
@Injectable()
export class BrowserAuthService {
  constructor(private readonly sessions: SessionsService) {}

  /** Null for what comes from no page of ours, or without a session. */
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
    const signedIn = await this.sessions.resolve(token);
    return signedIn && this.sessions.toCaller(signedIn, mode);
  }
}

function isMode(text: unknown): text is Mode {
  return (MODES as readonly unknown[]).includes(text);
}
