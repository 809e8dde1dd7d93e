import { Injectable, Logger } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { getRequestContext } from '../../platform/http/pipeline/request-context.js';
import { findCookie, isSecure, setSessionCookie } from '../../platform/auth/session-cookie.js';
import { EncryptionService, type SealedRow } from '../../platform/encryption/encryption.service.js';
import { OidcProvider, OidcProviderUnavailableError, type OidcChecks } from './oidc-provider.js';
import { SignInService } from './sign-in.service.js';

const PATH = '/app/session/oidc';
const COOKIE = 'lading_oidc';
/** Time to enter a password and a second factor at the provider. */
const COOKIE_LIFETIME_MS = 10 * 60_000;
/** The encryption context of the cookie, which has no database row. */
const SEALED_COOKIE_ROW: SealedRow = { table: 'oidc_cookie', organizationId: null, mode: null, id: 0 };

/** The texts are in web/src/features/sign-in/routes/SignInPage.tsx. */
type SignInErrorCode = 'not_a_member' | 'sign_in_failed' | 'provider_away';

/** Redirects browsers to the provider and back. Every failure leads to the sign-in page. */
@Injectable()
export class OidcSignIn {
  private readonly logger = new Logger('OpenID Connect');

  constructor(
    private readonly provider: OidcProvider,
    private readonly service: SignInService,
    private readonly secrets: EncryptionService,
    private readonly config: Config,
  ) {}

  get isEnabled(): boolean {
    return this.provider.isConfigured;
  }

  /** @throws ApiError route_missing if no provider is configured */
  async startSignIn(response: Response): Promise<void> {
    this.requireEnabled();
    try {
      const { url, expected } = await this.provider.buildAuthorizationRequest(buildRedirectUri());
      const sealed = this.secrets.seal(
        JSON.stringify({ ...expected, until: Date.now() + COOKIE_LIFETIME_MS }),
        SEALED_COOKIE_ROW,
      );
      response.cookie(COOKIE, sealed.toString('base64url'), {
        ...buildCookieOptions(),
        maxAge: COOKIE_LIFETIME_MS,
      });
      response.redirect(303, url.href);
    } catch (error) {
      this.redirectWithError(response, error);
    }
  }

  /** Clears the cookie in every case. @throws ApiError route_missing if no provider is configured */
  async completeSignIn(request: Request, response: Response): Promise<void> {
    this.requireEnabled();
    response.clearCookie(COOKIE, buildCookieOptions());
    try {
      const expected = this.readChecks(request);
      if (!expected) return redirectToSignIn(response, 'sign_in_failed');
      const url = new URL(request.originalUrl, `${getPublicUrl()}/`);
      const callback = new URL(`${buildRedirectUri()}${url.search}`);
      const identity = await this.provider.exchangeCode(callback, expected);
      const cookie = identity && (await this.service.signInByEmail(identity.email));
      if (!cookie) return redirectToSignIn(response, 'not_a_member');
      setSessionCookie(response, isSecure(getPublicUrl()), cookie, this.config.sessions.lifetimeMs);
      response.redirect(303, '/app');
    } catch (error) {
      this.redirectWithError(response, error);
    }
  }

  /** Returns null if the cookie is missing, not ours, or expired. */
  private readChecks(request: Request): OidcChecks | null {
    const sealed = Buffer.from(findCookie(request, COOKIE) ?? '', 'base64url');
    if (!this.secrets.canOpen(sealed, SEALED_COOKIE_ROW)) return null;
    const { until, ...expected } = JSON.parse(this.secrets.open(sealed, SEALED_COOKIE_ROW)) as OidcChecks & {
      until: number;
    };
    return until > Date.now() ? expected : null;
  }

  private requireEnabled(): void {
    if (!this.provider.isConfigured) throw new ApiError('route_missing');
  }

  /** Logs the provider's message, which must not appear on a page. */
  private redirectWithError(response: Response, error: unknown): void {
    this.logger.warn((error as Error).message);
    redirectToSignIn(
      response,
      error instanceof OidcProviderUnavailableError ? 'provider_away' : 'sign_in_failed',
    );
  }
}

function redirectToSignIn(response: Response, code: SignInErrorCode): void {
  response.redirect(303, `/app/sign-in#error=${code}`);
}

/** Restricts the cookie to the callback, which a redirect from the provider opens. */
function buildCookieOptions(): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: PATH, secure: isSecure(getPublicUrl()) };
}

function buildRedirectUri(): string {
  return `${getPublicUrl()}${PATH}/callback`;
}

function getPublicUrl(): string {
  return getRequestContext()!.publicUrl;
}
