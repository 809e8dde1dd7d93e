import { Injectable, Logger } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { requestContext } from '../../platform/http/pipeline/request-context.js';
import { cookieNamed, isSecure, writeCookie } from '../../platform/auth/session-cookie.js';
import { Secrets, type SealedRow } from '../../platform/encryption/secrets.js';
import { OidcProvider, ProviderAway, type Expected } from './oidc-provider.js';
import { SignInService } from './sign-in.service.js';

const PATH = '/app/session/oidc';
const COOKIE = 'lading_oidc';
/** As long as somebody may take over a password and a second factor. */
const LIFE_MS = 10 * 60_000;
/** No row: it stands in a browser. */
const ROW: SealedRow = { table: 'oidc_cookie', organizationId: null, mode: null, id: 0 };

/** What the sign-in page says of it: web/src/shell/SignIn.tsx has the words. */
type Refusal = 'not_a_member' | 'sign_in_failed' | 'provider_away';

/** Sends browsers to the provider and takes them back: whatever goes wrong, they come to the sign-in page. */
@Injectable()
export class OidcDesk {
  private readonly logger = new Logger('OpenID Connect');

  constructor(
    private readonly provider: OidcProvider,
    private readonly service: SignInService,
    private readonly secrets: Secrets,
    private readonly config: Config,
  ) {}

  get isOpen(): boolean {
    return this.provider.isSet;
  }

  /** @throws ApiError route_missing without a provider */
  async begin(response: Response): Promise<void> {
    this.requireOpen();
    try {
      const { url, expected } = await this.provider.begin(redirectUri());
      const sealed = this.secrets.seal(JSON.stringify({ ...expected, until: Date.now() + LIFE_MS }), ROW);
      response.cookie(COOKIE, sealed.toString('base64url'), { ...cookieOptions(), maxAge: LIFE_MS });
      response.redirect(303, url.href);
    } catch (error) {
      this.refuse(response, error);
    }
  }

  /** What was begun is over, whatever comes of it. @throws ApiError route_missing without a provider */
  async finish(request: Request, response: Response): Promise<void> {
    this.requireOpen();
    response.clearCookie(COOKIE, cookieOptions());
    try {
      const expected = this.expectedOf(request);
      if (!expected) return toSignIn(response, 'sign_in_failed');
      const url = new URL(request.originalUrl, `${publicUrl()}/`);
      const back = new URL(`${redirectUri()}${url.search}`);
      const identity = await this.provider.finish(back, expected);
      const cookie = identity && (await this.service.signInAs(identity.email));
      if (!cookie) return toSignIn(response, 'not_a_member');
      writeCookie(response, isSecure(publicUrl()), cookie, this.config.sessions.lifetimeMs);
      response.redirect(303, '/app');
    } catch (error) {
      this.refuse(response, error);
    }
  }

  /** What this browser set out with; null when it is not known here, or took too long. */
  private expectedOf(request: Request): Expected | null {
    const sealed = Buffer.from(cookieNamed(request, COOKIE) ?? '', 'base64url');
    if (!this.secrets.opens(sealed, ROW)) return null;
    const { until, ...expected } = JSON.parse(this.secrets.open(sealed, ROW)) as Expected & { until: number };
    return until > Date.now() ? expected : null;
  }

  private requireOpen(): void {
    if (!this.provider.isSet) throw new ApiError('route_missing');
  }

  /** The provider's own words are for the operator's log, never for a page. */
  private refuse(response: Response, error: unknown): void {
    this.logger.warn((error as Error).message);
    toSignIn(response, error instanceof ProviderAway ? 'provider_away' : 'sign_in_failed');
  }
}

function toSignIn(response: Response, refusal: Refusal): void {
  response.redirect(303, `/app/sign-in#error=${refusal}`);
}

/** Sent when the provider leads the browser back, and nowhere else. */
function cookieOptions(): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: PATH, secure: isSecure(publicUrl()) };
}

function redirectUri(): string {
  return `${publicUrl()}${PATH}/callback`;
}

function publicUrl(): string {
  return requestContext()!.publicUrl;
}
