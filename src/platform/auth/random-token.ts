import { hash, randomBytes } from 'node:crypto';

/** 256 bits: nobody guesses one. */
const TOKEN_BYTES = 32;
const FORMAT = /^[A-Za-z0-9_-]{43}$/;

/** What opens something to whoever has it: links, cookies. Stored as its hash alone. */
export function generateToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a token; null for text that can be none. */
export function hashToken(token: string): Buffer | null {
  return FORMAT.test(token) ? hash('sha256', token, 'buffer') : null;
}
