import { readFileSync } from 'node:fs';
import { ConfigError, type Env } from './env.js';
import { readSetting } from './settings.js';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** True if members sign in through the provider only. */
  required: boolean;
}

/** Returns undefined if sign-in by OpenID Connect is not configured. @throws ConfigError */
export function readOidcSettings(
  env: Env,
  production: boolean,
  publicUrl: string | undefined,
): OidcSettings | undefined {
  const issuer = readSetting(env, 'OIDC_ISSUER');
  const clientId = readSetting(env, 'OIDC_CLIENT_ID');
  const clientSecret = readClientSecret(env);
  const required = readSetting(env, 'REQUIRE_OIDC');
  if (required && !issuer) throw new ConfigError('REQUIRE_OIDC requires OIDC_ISSUER. Set it.');
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (!issuer || !clientId || !clientSecret)
    throw new ConfigError(
      'Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together, or none of them.',
    );
  const url = URL.parse(issuer);
  const protocols = production ? ['https:'] : ['https:', 'http:'];
  if (!url || !protocols.includes(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new ConfigError('OIDC_ISSUER is not a URL such as https://login.example.com');
  if (production && publicUrl === undefined)
    throw new ConfigError(
      'PUBLIC_URL is required in production with OIDC_ISSUER, because browsers are redirected to it. Set it.',
    );
  return { issuer, clientId, clientSecret, required };
}

function readClientSecret(env: Env): string | undefined {
  const text = readSetting(env, 'OIDC_CLIENT_SECRET');
  const file = readSetting(env, 'OIDC_CLIENT_SECRET_FILE');
  if (text && file)
    throw new ConfigError('Set either OIDC_CLIENT_SECRET or OIDC_CLIENT_SECRET_FILE, not both.');
  if (!file) return text;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `OIDC_CLIENT_SECRET_FILE: "${file}" cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
