import { readFileSync } from 'node:fs';
import { ConfigError, type Env } from './env.js';

/** The provider that members may sign in with, and how it knows us. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** All of them or none. The secret stands in a file or in the environment. @throws ConfigError */
export function readOidcSettings(
  env: Env,
  production: boolean,
  publicUrl: string | undefined,
): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  const clientSecret = readClientSecret(env);
  if (!issuer && !clientId && !clientSecret) return undefined;
  if (!issuer || !clientId || !clientSecret)
    throw new ConfigError(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are set together or not at all',
    );
  const url = URL.parse(issuer);
  const protocols = production ? ['https:'] : ['https:', 'http:'];
  if (!url || !protocols.includes(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new ConfigError('OIDC_ISSUER is not an address such as https://login.example.com');
  if (production && publicUrl === undefined)
    throw new ConfigError('PUBLIC_URL is missing: with OIDC_ISSUER browsers are led back there.');
  return { issuer, clientId, clientSecret };
}

function readClientSecret(env: Env): string | undefined {
  const { OIDC_CLIENT_SECRET: text, OIDC_CLIENT_SECRET_FILE: file } = env;
  if (text && file)
    throw new ConfigError('OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE: only one of them is set');
  if (!file) return text;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `OIDC_CLIENT_SECRET_FILE: "${file}" cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
