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

/** The provider is asked while somebody waits: for each of its answers, in seconds. */
const TIMEOUT_SECONDS = 5;
/** How far its clock may be from ours, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** What it says of itself is asked for anew after an hour; that it doesn't answer, after a few seconds. */
const DISCOVERY_TTL_MS = 3_600_000;
const DISCOVERY_RETRY_MS = 3_000;
const SCOPE = 'openid email';

/** No answer in time, or one that is none of a provider's. */
const UNAVAILABLE_CODES = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** What this browser must come back with. */
export interface OidcChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who somebody is by the provider's word. */
export interface OidcIdentity {
  email: string;
}

/** The provider doesn't answer, or not as one. */
export class OidcProviderUnavailableError extends Error {}

/** The provider that OIDC_ISSUER names, asked by the code flow with PKCE. Source: OpenID Connect Core 1.0, 3.1; RFC 9700, 2.1.1. */
@Injectable()
export class OidcProvider {
  private cachedDiscovery: { asked: Promise<Configuration>; until: number } | undefined;

  constructor(private readonly config: Config) {}

  get isConfigured(): boolean {
    return this.config.oidc !== undefined;
  }

  /** Where to send the browser, and what it must come back with. @throws OidcProviderUnavailableError */
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
   * Who came back; null when the provider vouches for no address.
   * @param url as the browser asked for it @throws OidcProviderUnavailableError, or an error when it isn't what was begun
   */
  async exchangeCode(url: URL, { state, nonce, verifier }: OidcChecks): Promise<OidcIdentity | null> {
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
    return typeof email === 'string' && isVerified === true ? { email } : null;
  }

  /** What the provider says of itself. @throws OidcProviderUnavailableError */
  async discover(): Promise<Configuration> {
    const now = performance.now();
    if (!this.cachedDiscovery || this.cachedDiscovery.until <= now) {
      const asked = this.fetchConfiguration();
      const known = { asked, until: now + DISCOVERY_TTL_MS };
      asked.catch(() => (known.until = performance.now() + DISCOVERY_RETRY_MS));
      this.cachedDiscovery = known;
    }
    return this.cachedDiscovery.asked;
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
          // Signatures are looked at, not TLS alone; settings let no plain HTTP into production.
          execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
        },
      );
    } catch (error) {
      throw new OidcProviderUnavailableError(`OIDC_ISSUER ${issuer}: ${formatReason(error)}`);
    }
  }
}

/** What no answer, or none in time, threw. @throws OidcProviderUnavailableError */
async function translateUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { code } = error as { code?: string };
    const isAway =
      (error instanceof TypeError && code === undefined) ||
      (code !== undefined && UNAVAILABLE_CODES.has(code));
    throw isAway ? new OidcProviderUnavailableError(formatReason(error)) : error;
  }
}

/** The words of an error and of what caused it. */
function formatReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message;
}
