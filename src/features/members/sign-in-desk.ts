import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { requestContext } from '../../platform/http/pipeline/request-context.js';
import { dropCookie, isSecure, readCookie, writeCookie } from '../../platform/auth/session-cookie.js';
import { clientOf } from '../../platform/rate-limits/client-address.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import type { AskForLinkDto, SignInDto } from './sign-in.dto.js';
import { SessionViews, type SessionView } from './session-views.js';
import { SignInService } from './sign-in.service.js';

const SENT = 'If the address is a member’s, a link is on its way. It works once, for 15 minutes.';
/** Without a mail server nothing is on its way: whoever runs the service finds it. */
const KEPT =
  'If the address is a member’s, a link is made that works once, for 15 minutes. This service has no mail server: its ' +
  'operator finds the mail as a file, or makes a link by a command.';

/** Where a browser's cookie is read, given and taken, and whoever guesses is slowed down. */
@Injectable()
export class SignInDesk {
  constructor(
    private readonly service: SignInService,
    private readonly views: SessionViews,
    private readonly limits: RateLimits,
    private readonly config: Config,
  ) {}

  /** How one can sign in here; `mail_server` is false where mails become files. */
  ways(oidc: boolean): object {
    return { object: 'sign_in_ways', mail: true, mail_server: this.hasMailServer, oidc };
  }

  /** @throws ApiError rate_limited */
  async ask({ email }: AskForLinkDto, request: Request, response: Response): Promise<object> {
    await this.limits.countLink(clientOf(request.ip), response);
    await this.service.ask(email, publicUrl());
    return { object: 'sign_in_link', message: this.hasMailServer ? SENT : KEPT };
  }

  /** @throws ApiError sign_in_link_invalid, rate_limited */
  async signIn({ token }: SignInDto, request: Request, response: Response): Promise<SessionView> {
    const address = clientOf(request.ip);
    await this.limits.refuseBlocked(() => address, response);
    try {
      const cookie = await this.service.signIn(token);
      // Whoever was signed in here before is not any more: the browser has one session.
      await this.service.signOut(cookieOf(request), false);
      writeCookie(response, isSecure(publicUrl()), cookie, this.config.sessions.lifetimeMs);
      return await this.views.show(cookie);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'sign_in_link_invalid')
        await this.limits.countFailure(address, response);
      throw error;
    }
  }

  /** @throws ApiError unauthorized */
  show(request: Request): Promise<SessionView> {
    return this.views.show(cookieOf(request));
  }

  async signOut(request: Request, response: Response, everywhere: boolean): Promise<object> {
    await this.service.signOut(cookieOf(request), everywhere);
    dropCookie(response, isSecure(publicUrl()));
    return { object: 'session', deleted: true };
  }

  private get hasMailServer(): boolean {
    return this.config.mail.smtpUrl !== undefined;
  }
}

function cookieOf(request: Request): string | undefined {
  return readCookie(request, isSecure(publicUrl()));
}

function publicUrl(): string {
  return requestContext()!.publicUrl;
}
