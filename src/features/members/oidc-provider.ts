import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import { Config } from '../../config/config.js';
import { foldEmail } from '../../domain/mailbox.js';

/** Seconds for each request to the provider. */
const TIMEOUT_SECONDS = 5;
/** Accepted difference from the provider's clock, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** A failed discovery is retried sooner than a successful one is refreshed. */
const DISCOVERY_TTL_MS = 3_600_000;
const DISCOVERY_RETRY_MS = 3_000;
const SCOPE = 'openid email';

/** Codes of a timeout or a malformed response. */
const UNAVAILABLE_CODES = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** The values that the browser must return with. */
export interface OidcChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The identity that the provider proves. `issuer` and `subject` together never change; the address can. */
export interface OidcIdentity {
  issuer: string;
  subject: string;
  /** Null if the provider has not verified the address. */
  email: string | null;
}

/** The provider does not respond, or its response is malformed. */
export class OidcProviderUnavailableError extends Error {}

/** Runs the code flow with PKCE against OIDC_ISSUER. Sources: OpenID Connect Core 1.0, 3.1; RFC 9700, 2.1.1. */
@Injectable()
export class OidcProvider {
  private cachedDiscovery: { result: Promise<Configuration>; until: number } | undefined;

  constructor(private readonly config: Config) {}

  get isConfigured(): boolean {
    return this.config.oidc !== undefined;
  }

  /** Returns the URL to redirect the browser to. @throws OidcProviderUnavailableError */
  async buildAuthorizationRequest(redirectUri: string): Promise<{ url: URL; expected: OidcChecks }> {
    const provider = await this.discover();
    const expected = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state: expected.state,
      nonce: expected.nonce,
      code_challenge: await calculatePKCECodeChallenge(expected.verifier),
      code_challenge_method: 'S256',
    });
    return { url, expected };
  }

  /**
   * Exchanges the code of the callback for the identity of the user.
   * @param url the callback URL of the browser @throws OidcProviderUnavailableError, or another error if the checks fail
   */
  async exchangeCode(url: URL, { state, nonce, verifier }: OidcChecks): Promise<OidcIdentity> {
    const provider = await this.discover();
    const tokens = await translateUnavailable(() =>
      authorizationCodeGrant(provider, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }),
    );
    const claims = tokens.claims()!;
    const { email, email_verified: isVerified } =
      claims.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
        ? await translateUnavailable(() => fetchUserInfo(provider, tokens.access_token, claims.sub))
        : claims;
    const verified = typeof email === 'string' && isVerified === true ? foldEmail(email) : null;
    return { issuer: claims.iss, subject: claims.sub, email: verified };
  }

  /** Returns the cached provider metadata. @throws OidcProviderUnavailableError */
  async discover(): Promise<Configuration> {
    const now = performance.now();
    if (!this.cachedDiscovery || this.cachedDiscovery.until <= now) {
      const result = this.fetchConfiguration();
      const entry = { result, until: now + DISCOVERY_TTL_MS };
      result.catch(() => (entry.until = performance.now() + DISCOVERY_RETRY_MS));
      this.cachedDiscovery = entry;
    }
    return this.cachedDiscovery.result;
  }

  private async fetchConfiguration(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.config.oidc!;
    const isPlain = issuer.startsWith('http:');
    try {
      return await discovery(
        new URL(issuer),
        clientId,
        { client_secret: clientSecret, [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
        undefined,
        {
          timeout: TIMEOUT_SECONDS,
          // Checks signatures besides TLS. The settings refuse plain HTTP in production.
          execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
        },
      );
    } catch (error) {
      throw new OidcProviderUnavailableError(`OIDC_ISSUER ${issuer}: ${formatReason(error)}`);
    }
  }
}

/** Maps network errors, timeouts and malformed responses. @throws OidcProviderUnavailableError */
async function translateUnavailable<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const { code } = error as { code?: string };
    const isUnavailable =
      (error instanceof TypeError && code === undefined) ||
      (code !== undefined && UNAVAILABLE_CODES.has(code));
    throw isUnavailable ? new OidcProviderUnavailableError(formatReason(error)) : error;
  }
}

function formatReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message;
}
