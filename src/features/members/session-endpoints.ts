import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { getRequestContext } from '../../platform/http/pipeline/request-context.js';
import {
  clearSessionCookie,
  isSecure,
  readSessionCookie,
  setSessionCookie,
} from '../../platform/auth/session-cookie.js';
import { toClientKey } from '../../platform/rate-limits/networks.js';
import { RateLimitsService } from '../../platform/rate-limits/rate-limits.service.js';
import type { RequestSignInLinkDto, SignInDto } from './sign-in.dto.js';
import { SessionViewService, type SessionView } from './session-view.service.js';
import { SignInLinksService } from './sign-in-links.service.js';
import { SignInService } from './sign-in.service.js';

const LINK_SENT_MESSAGE =
  'If the address belongs to a member, a sign-in link is on its way. It works once within 15 minutes.';
const LINK_FILED_MESSAGE =
  'If the address belongs to a member, a sign-in link was created. It works once within 15 minutes. This service has no ' +
  'mail server: ask its operator for the mail file or for a link.';

/** Reads, sets and clears the session cookie, and rate-limits failed sign-ins. */
@Injectable()
export class SessionEndpoints {
  constructor(
    private readonly service: SignInService,
    private readonly links: SignInLinksService,
    private readonly views: SessionViewService,
    private readonly limits: RateLimitsService,
    private readonly config: Config,
  ) {}

  /** `mail_server` is false if mails are written to files. */
  listSignInMethods(oidc: boolean): object {
    return { object: 'sign_in_ways', mail: true, mail_server: this.hasMailServer, oidc };
  }

  /** @throws ApiError rate_limited */
  async requestLink({ email }: RequestSignInLinkDto, request: Request, response: Response): Promise<object> {
    await this.limits.countSignInLink(toClientKey(request.ip), response);
    await this.links.requestLinks(email, getPublicUrl());
    return { object: 'sign_in_link', message: this.hasMailServer ? LINK_SENT_MESSAGE : LINK_FILED_MESSAGE };
  }

  /** @throws ApiError sign_in_link_invalid, rate_limited */
  async signIn({ token }: SignInDto, request: Request, response: Response): Promise<SessionView> {
    const address = toClientKey(request.ip);
    await this.limits.assertNotBlocked(() => address, response);
    try {
      const cookie = await this.service.signIn(token);
      // A browser has one session: end the previous one.
      await this.service.signOut(readOwnSessionCookie(request), false);
      setSessionCookie(response, isSecure(getPublicUrl()), cookie, this.config.sessions.lifetimeMs);
      return await this.views.build(cookie);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'sign_in_link_invalid')
        await this.limits.countAuthFailure(address, response);
      throw error;
    }
  }

  /** @throws ApiError unauthorized */
  getSession(request: Request): Promise<SessionView> {
    return this.views.build(readOwnSessionCookie(request));
  }

  async signOut(request: Request, response: Response, everywhere: boolean): Promise<object> {
    await this.service.signOut(readOwnSessionCookie(request), everywhere);
    clearSessionCookie(response, isSecure(getPublicUrl()));
    return { object: 'session', deleted: true };
  }

  private get hasMailServer(): boolean {
    return this.config.mail.smtpUrl !== undefined;
  }
}

function readOwnSessionCookie(request: Request): string | undefined {
  return readSessionCookie(request, isSecure(getPublicUrl()));
}

function getPublicUrl(): string {
  return getRequestContext()!.publicUrl;
}
