import { Injectable, Logger } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { getRequestContext } from '../../platform/http/pipeline/request-context.js';
import { hashToken } from '../../platform/auth/random-token.js';
import { findCookie, isSecure } from '../../platform/auth/session-cookie.js';
import { EncryptionService, type SealedRow } from '../../platform/encryption/encryption.service.js';
import { OidcMembershipsService, OidcRefusedError, type OidcErrorCode } from './oidc-memberships.service.js';
import {
  OidcProvider,
  OidcProviderUnavailableError,
  type OidcChecks,
  type OidcIdentity,
} from './oidc-provider.js';
import { SessionEndpoints } from './session-endpoints.js';
import type { SessionView } from './session-view.service.js';
import type { ChooseMembershipDto, SignInDto } from './sign-in.dto.js';

const PATH = '/app/session/oidc';

/** An encrypted cookie, valid on its path for a while. Its encryption context has no database row. */
interface SealedCookie {
  name: string;
  path: string;
  lifetimeMs: number;
  row: SealedRow;
}

/** Holds the checks of a sign-in while the user enters a password and a second factor at the provider. */
const CHECKS_COOKIE: SealedCookie = {
  name: 'lading_oidc',
  path: PATH,
  lifetimeMs: 10 * 60_000,
  row: { table: 'oidc_cookie', organizationId: null, mode: null, id: 0 },
};
/** Holds the proved identity while the user chooses a membership. */
const IDENTITY_COOKIE: SealedCookie = {
  name: 'lading_identity',
  path: '/app/session/memberships',
  lifetimeMs: 5 * 60_000,
  row: { table: 'oidc_identity_cookie', organizationId: null, mode: null, id: 0 },
};

/** `invitation` is the hash of the token that the sign-in accepts, in base64url. */
type StoredChecks = OidcChecks & { invitation?: string };

/** Redirects browsers to the provider and back. Every failure leads to the sign-in page. */
@Injectable()
export class OidcSignIn {
  private readonly logger = new Logger('OpenID Connect');

  constructor(
    private readonly provider: OidcProvider,
    private readonly memberships: OidcMembershipsService,
    private readonly sessions: SessionEndpoints,
    private readonly secrets: EncryptionService,
  ) {}

  /** @throws ApiError route_missing if no provider is configured */
  async startSignIn(response: Response): Promise<void> {
    this.requireEnabled();
    try {
      response.redirect(303, await this.beginRequest(response, {}));
    } catch (error) {
      this.redirectWithError(response, error);
    }
  }

  /** Returns the provider's URL, to accept an invitation with the identity that it proves. The token stays out of URLs. */
  async startAcceptance({ token }: SignInDto, response: Response): Promise<object> {
    this.requireEnabled();
    const hash = hashToken(token);
    if (!hash) throw new ApiError('sign_in_link_invalid', { param: 'token' });
    const invitation = hash.toString('base64url');
    const url = await this.beginRequest(response, { invitation }).catch((error: unknown) => {
      this.logger.warn((error as Error).message);
      return buildErrorUrl(toErrorCode(error));
    });
    return { object: 'oidc_request', url };
  }

  /** Clears the cookie in every case. @throws ApiError route_missing if no provider is configured */
  async completeSignIn(request: Request, response: Response): Promise<void> {
    this.requireEnabled();
    const stored = this.readCookie<StoredChecks>(request, CHECKS_COOKIE);
    clearCookie(response, CHECKS_COOKIE);
    try {
      if (!stored) throw new OidcRefusedError('sign_in_failed');
      const url = new URL(request.originalUrl, `${getPublicUrl()}/`);
      const callback = new URL(`${buildRedirectUri()}${url.search}`);
      const identity = await this.provider.exchangeCode(callback, stored);
      const cookie = await this.findSession(identity, stored.invitation);
      if (cookie !== null) {
        await this.sessions.open(cookie, request, response);
        return response.redirect(303, '/app');
      }
      this.setCookie(response, IDENTITY_COOKIE, identity);
      response.redirect(303, '/app/sign-in#choose=1');
    } catch (error) {
      this.redirectWithError(response, error);
    }
  }

  /** Lists the memberships that the proved identity may sign in to. @throws ApiError unauthorized */
  async listMemberships(request: Request): Promise<object> {
    try {
      const found = await this.memberships.list(this.requireIdentity(request));
      const data = found.map(({ id, email, role, organization }) => ({ id, email, role, organization }));
      return { object: 'list', data };
    } catch (error) {
      throw toUnauthorized(error);
    }
  }

  /** @throws ApiError unauthorized */
  async chooseMembership(
    { member_id: memberId }: ChooseMembershipDto,
    request: Request,
    response: Response,
  ): Promise<SessionView> {
    const identity = this.requireIdentity(request);
    const cookie = await this.memberships.signIn(identity, memberId).catch((error: unknown) => {
      throw toUnauthorized(error);
    });
    clearCookie(response, IDENTITY_COOKIE);
    return this.sessions.open(cookie, request, response);
  }

  /** Returns the cookie of a new session; null if the user must choose a membership. @throws OidcRefusedError */
  private async findSession(identity: OidcIdentity, invitation: string | undefined): Promise<string | null> {
    if (invitation !== undefined)
      return this.memberships.acceptInvitation(identity, Buffer.from(invitation, 'base64url'));
    const [first, ...others] = await this.memberships.list(identity);
    return others.length > 0 ? null : this.memberships.signIn(identity, first!.id);
  }

  /** Returns the provider's URL and sets the cookie that the callback needs. @throws OidcProviderUnavailableError */
  private async beginRequest(response: Response, more: Partial<StoredChecks>): Promise<string> {
    const { url, expected } = await this.provider.buildAuthorizationRequest(buildRedirectUri());
    this.setCookie(response, CHECKS_COOKIE, { ...expected, ...more });
    return url.href;
  }

  private setCookie(response: Response, { name, path, lifetimeMs, row }: SealedCookie, value: object): void {
    const sealed = this.secrets.seal(JSON.stringify({ value, until: Date.now() + lifetimeMs }), row);
    response.cookie(name, sealed.toString('base64url'), {
      ...buildCookieOptions(path),
      maxAge: lifetimeMs,
    });
  }

  /** Returns null if the cookie is missing, not ours, or expired. */
  private readCookie<T>(request: Request, { name, row }: SealedCookie): T | null {
    const sealed = Buffer.from(findCookie(request, name) ?? '', 'base64url');
    if (!this.secrets.canOpen(sealed, row)) return null;
    const { value, until } = JSON.parse(this.secrets.open(sealed, row)) as { value: T; until: number };
    return until > Date.now() ? value : null;
  }

  /** @throws ApiError unauthorized */
  private requireIdentity(request: Request): OidcIdentity {
    const identity = this.readCookie<OidcIdentity>(request, IDENTITY_COOKIE);
    if (identity) return identity;
    throw new ApiError('unauthorized', { message: 'The sign-in has expired. Sign in again.' });
  }

  private requireEnabled(): void {
    if (!this.provider.isConfigured) throw new ApiError('route_missing');
  }

  /** Logs the provider's message, which must not appear on a page. */
  private redirectWithError(response: Response, error: unknown): void {
    if (!(error instanceof OidcRefusedError)) this.logger.warn((error as Error).message);
    response.redirect(303, buildErrorUrl(toErrorCode(error)));
  }
}

function toErrorCode(error: unknown): OidcErrorCode {
  if (error instanceof OidcRefusedError) return error.code;
  return error instanceof OidcProviderUnavailableError ? 'provider_away' : 'sign_in_failed';
}

function toUnauthorized(error: unknown): unknown {
  if (!(error instanceof OidcRefusedError)) return error;
  return new ApiError('unauthorized', { message: 'You cannot sign in to this membership. Sign in again.' });
}

function buildErrorUrl(code: OidcErrorCode): string {
  return `/app/sign-in#error=${code}`;
}

function clearCookie(response: Response, { name, path }: SealedCookie): void {
  response.clearCookie(name, buildCookieOptions(path));
}

/** Restricts the cookie to a path. `lax`, because a redirect from the provider opens the callback. */
function buildCookieOptions(path: string): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path, secure: isSecure(getPublicUrl()) };
}

function buildRedirectUri(): string {
  return `${getPublicUrl()}${PATH}/callback`;
}

function getPublicUrl(): string {
  return getRequestContext()!.publicUrl;
}
