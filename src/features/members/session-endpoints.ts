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
  'If this address belongs to a member, a sign-in link was sent to it. The link works once and expires in 15 minutes.';
const LINK_FILED_MESSAGE =
  'If this address belongs to a member, a sign-in link was created. The link works once and expires in 15 minutes. ' +
  'No mail server is configured. Ask your administrator for the link.';

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

  /** `mail` is false if members must sign in by OpenID Connect, `mail_server` if mails are written to files. */
  listSignInMethods(): object {
    const { oidc } = this.config;
    const mail = !this.requiresOidc;
    return { object: 'sign_in_ways', mail, mail_server: this.hasMailServer, oidc: oidc !== undefined };
  }

  /** @throws ApiError oidc_required, rate_limited */
  async requestLink({ email }: RequestSignInLinkDto, request: Request, response: Response): Promise<object> {
    this.assertMailAllowed();
    await this.limits.countSignInLink(toClientKey(request.ip), response);
    await this.links.requestLinks(email, getPublicUrl());
    return { object: 'sign_in_link', message: this.hasMailServer ? LINK_SENT_MESSAGE : LINK_FILED_MESSAGE };
  }

  /** @throws ApiError oidc_required, sign_in_link_invalid, rate_limited */
  async signIn({ token }: SignInDto, request: Request, response: Response): Promise<SessionView> {
    this.assertMailAllowed();
    const cookie = await this.limitGuesses(request, response, () => this.service.signIn(token));
    return this.open(cookie, request, response);
  }

  /** Shows what a token is for, before its use. @throws ApiError sign_in_link_invalid, rate_limited */
  async previewToken({ token }: SignInDto, request: Request, response: Response): Promise<object> {
    const preview = await this.limitGuesses(request, response, () => this.service.preview(token));
    return { object: 'sign_in_preview', ...preview };
  }

  /** Sets the cookie of a new session and ends the previous one: a browser has one session. */
  async open(cookie: string, request: Request, response: Response): Promise<SessionView> {
    await this.service.signOut(readOwnSessionCookie(request), false);
    setSessionCookie(response, isSecure(getPublicUrl()), cookie, this.config.sessions.lifetimeMs);
    return this.views.build(cookie);
  }

  /** Counts unknown tokens against the client's address. */
  private async limitGuesses<T>(request: Request, response: Response, work: () => Promise<T>): Promise<T> {
    const address = toClientKey(request.ip);
    await this.limits.assertNotBlocked(() => address, response);
    try {
      return await work();
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

  private assertMailAllowed(): void {
    if (this.requiresOidc) throw new ApiError('oidc_required');
  }

  private get requiresOidc(): boolean {
    return this.config.oidc?.required ?? false;
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
