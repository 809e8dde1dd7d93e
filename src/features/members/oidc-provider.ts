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
const TOLERANCE_SECONDS = 30;
/** What it says of itself is asked for anew after an hour; that it doesn't answer, after a few seconds. */
const KNOWN_MS = 3_600_000;
const AWAY_MS = 3_000;
const SCOPE = 'openid email';

/** No answer in time, or one that is none of a provider's. */
const AWAY = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** What this browser must come back with. */
export interface Expected {
  state: string;
  nonce: string;
  verifier: string;
}

/** Who somebody is by the provider's word. */
export interface Identity {
  email: string;
}

/** The provider doesn't answer, or not as one. */
export class ProviderAway extends Error {}

/** The provider that OIDC_ISSUER names, asked by the code flow with PKCE. Source: OpenID Connect Core 1.0, 3.1; RFC 9700, 2.1.1. */
@Injectable()
export class OidcProvider {
  private known: { asked: Promise<Configuration>; until: number } | undefined;

  constructor(private readonly config: Config) {}

  get isSet(): boolean {
    return this.config.oidc !== undefined;
  }

  /** Where to send the browser, and what it must come back with. @throws ProviderAway */
  async begin(redirectUri: string): Promise<{ url: URL; expected: Expected }> {
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
   * @param url as the browser asked for it @throws ProviderAway, or an error when it isn't what was begun
   */
  async finish(url: URL, { state, nonce, verifier }: Expected): Promise<Identity | null> {
    const provider = await this.discover();
    const tokens = await away(() =>
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
        ? await away(() => fetchUserInfo(provider, tokens.access_token, claims.sub))
        : claims;
    return typeof email === 'string' && isVerified === true ? { email } : null;
  }

  /** What the provider says of itself. @throws ProviderAway */
  async discover(): Promise<Configuration> {
    const now = performance.now();
    if (!this.known || this.known.until <= now) {
      const asked = this.ask();
      const known = { asked, until: now + KNOWN_MS };
      asked.catch(() => (known.until = performance.now() + AWAY_MS));
      this.known = known;
    }
    return this.known.asked;
  }

  private async ask(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.config.oidc!;
    const isPlain = issuer.startsWith('http:');
    try {
      return await discovery(
        new URL(issuer),
        clientId,
        { client_secret: clientSecret, [clockTolerance]: TOLERANCE_SECONDS },
        undefined,
        {
          timeout: TIMEOUT_SECONDS,
          // Signatures are looked at, not TLS alone; settings let no plain HTTP into production.
          execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
        },
      );
    } catch (error) {
      throw new ProviderAway(`OIDC_ISSUER ${issuer}: ${reasonOf(error)}`);
    }
  }
}

/** What no answer, or none in time, threw. @throws ProviderAway */
async function away<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { code } = error as { code?: string };
    const isAway =
      (error instanceof TypeError && code === undefined) || (code !== undefined && AWAY.has(code));
    throw isAway ? new ProviderAway(reasonOf(error)) : error;
  }
}

/** The words of an error and of what caused it. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message;
}
