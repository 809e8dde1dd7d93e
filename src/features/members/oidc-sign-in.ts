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
/** As long as somebody may take over a password and a second factor. */
const COOKIE_LIFETIME_MS = 10 * 60_000;
/** No row: it stands in a browser. */
const SEALED_COOKIE_ROW: SealedRow = { table: 'oidc_cookie', organizationId: null, mode: null, id: 0 };

/** What the sign-in page says of it: web/src/features/sign-in/routes/SignInPage.tsx has the words. */
type SignInErrorCode = 'not_a_member' | 'sign_in_failed' | 'provider_away';

/** Sends browsers to the provider and takes them back: whatever goes wrong, they come to the sign-in page. */
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

  /** @throws ApiError route_missing without a provider */
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

  /** What was begun is over, whatever comes of it. @throws ApiError route_missing without a provider */
  async completeSignIn(request: Request, response: Response): Promise<void> {
    this.requireEnabled();
    response.clearCookie(COOKIE, buildCookieOptions());
    try {
      const expected = this.readChecks(request);
      if (!expected) return redirectToSignIn(response, 'sign_in_failed');
      const url = new URL(request.originalUrl, `${getPublicUrl()}/`);
      const back = new URL(`${buildRedirectUri()}${url.search}`);
      const identity = await this.provider.exchangeCode(back, expected);
      const cookie = identity && (await this.service.signInByEmail(identity.email));
      if (!cookie) return redirectToSignIn(response, 'not_a_member');
      setSessionCookie(response, isSecure(getPublicUrl()), cookie, this.config.sessions.lifetimeMs);
      response.redirect(303, '/app');
    } catch (error) {
      this.redirectWithError(response, error);
    }
  }

  /** What this browser set out with; null when it is not known here, or took too long. */
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

  /** The provider's own words are for the operator's log, never for a page. */
  private redirectWithError(response: Response, error: unknown): void {
    this.logger.warn((error as Error).message);
    redirectToSignIn(
      response,
      error instanceof OidcProviderUnavailableError ? 'provider_away' : 'sign_in_failed',
    );
  }
}

function redirectToSignIn(response: Response, refusal: SignInErrorCode): void {
  response.redirect(303, `/app/sign-in#error=${refusal}`);
}

/** Sent when the provider leads the browser back, and nowhere else. */
function buildCookieOptions(): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: PATH, secure: isSecure(getPublicUrl()) };
}

function buildRedirectUri(): string {
  return `${getPublicUrl()}${PATH}/callback`;
}

function getPublicUrl(): string {
  return getRequestContext()!.publicUrl;
}
