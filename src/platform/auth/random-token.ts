import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const FORMAT = /^[A-Za-z0-9_-]{43}$/;

export function generateToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns the hash that is stored; null for text that is not a token. */
export function hashToken(token: string): Buffer | null {
  return FORMAT.test(token) ? hash('sha256', token, 'buffer') : null;
}
