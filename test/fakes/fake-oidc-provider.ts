import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const OIDC_CLIENT = { id: 'lading-client', secret: 'a secret & a half' };

interface Grant {
  challenge: string;
  nonce: string;
  redirectUri: string;
}

/**
 * An OpenID provider on loopback that rejects everything outside the protocol. Source: OpenID Connect Core 1.0, RFC
 * 7636.
 */
export class FakeOidcProvider {
  /** The claims of the user who signs in. */
  claims: Record<string, unknown> = {};
  /** Claims that replace or extend those of a correct token. */
  claimOverrides: Record<string, unknown> = {};
  /** If true, the provider never responds. */
  hangs = false;
  issuerOverride: string | undefined;
  /** If set, the redirect carries this error instead of a code. */
  authorizationError: string | undefined;
  /** The reasons of rejected requests. */
  readonly rejectedRequests: string[] = [];
  private readonly key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly wrongKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
  /** If true, an unpublished key signs the tokens. */
  signsWithWrongKey = false;
  private readonly grants = new Map<string, Grant>();
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async open(): Promise<FakeOidcProvider> {
    const issuer = new FakeOidcProvider();
    issuer.server.listen(0, '127.0.0.1');
    await once(issuer.server, 'listening');
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Signs the user in and returns the URL of the redirect. */
  authorize(url: string): string {
    const { origin, pathname, searchParams: asked } = new URL(url);
    const expected: Record<string, string> = {
      response_type: 'code',
      client_id: OIDC_CLIENT.id,
      scope: 'openid email',
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(expected))
      if (asked.get(name) !== value) throw new Error(`${name} is ${asked.get(name)}`);
    if (`${origin}${pathname}` !== `${this.url}/authorize`) throw new Error(`asked at ${origin}${pathname}`);
    for (const name of ['state', 'nonce', 'code_challenge'])
      if ((asked.get(name) ?? '').length < 43) throw new Error(`${name} is short`);
    const redirectUri = asked.get('redirect_uri')!;
    const code = randomUUID();
    this.grants.set(code, {
      challenge: asked.get('code_challenge')!,
      nonce: asked.get('nonce')!,
      redirectUri,
    });
    const back = new URL(redirectUri);
    back.searchParams.set('state', asked.get('state')!);
    if (this.authorizationError) back.searchParams.set('error', this.authorizationError);
    else back.searchParams.set('code', code);
    return back.href;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.hangs) return;
    const { pathname } = new URL(request.url!, this.url);
    const json = (status: number, body: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    if (pathname === '/.well-known/openid-configuration')
      return json(200, {
        issuer: this.issuerOverride ?? this.url,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        jwks_uri: `${this.url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      });
    if (pathname === '/jwks') {
      const jwk = this.key.publicKey.export({ format: 'jwk' });
      return json(200, { keys: [{ ...jwk, kid: 'one', alg: 'RS256', use: 'sig' }] });
    }
    if (pathname === '/token' && request.method === 'POST') {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      try {
        return json(200, this.exchangeCode(new URLSearchParams(body), request.headers.authorization));
      } catch (error) {
        this.rejectedRequests.push((error as Error).message);
        return json(400, { error: 'invalid_grant' });
      }
    }
    return json(404, {});
  }

  private exchangeCode(form: URLSearchParams, authorization: string | undefined): object {
    const credentials = authorization
      ? Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
          .toString()
          .split(':')
          .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
      : [form.get('client_id'), form.get('client_secret')];
    if (credentials[0] !== OIDC_CLIENT.id || credentials[1] !== OIDC_CLIENT.secret)
      throw new Error('wrong client');
    if (form.get('grant_type') !== 'authorization_code') throw new Error('wrong grant_type');
    const grant = this.grants.get(form.get('code') ?? '');
    if (!grant) throw new Error('unknown or used code');
    this.grants.delete(form.get('code')!);
    if (form.get('redirect_uri') !== grant.redirectUri) throw new Error('wrong redirect_uri');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== grant.challenge) throw new Error('wrong code_verifier');
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: this.url,
      sub: `user of ${JSON.stringify(this.claims.email ?? null)}`.toLowerCase(),
      aud: OIDC_CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...this.claims,
      ...this.claimOverrides,
    };
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: this.sign(claims) };
  }

  private sign(claims: object): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const head = `${part({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${part(claims)}`;
    const { privateKey } = this.signsWithWrongKey ? this.wrongKey : this.key;
    return `${head}.${sign('RSA-SHA256', Buffer.from(head), privateKey).toString('base64url')}`;
  }
}
