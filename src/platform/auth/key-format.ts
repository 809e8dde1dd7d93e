import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '../tenancy/tenant.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORMAT = /^fk_(test|live)_[0-9A-Za-z]{38}$/;

/** Generates a key: `fk_test_` or `fk_live_`, 32 random base62 characters, 6 characters of checksum. */
export function generateKey(mode: Mode): string {
  let random = '';
  for (let index = 0; index < RANDOM_LENGTH; index++) random += BASE62[randomInt(62)];
  const body = `fk_${mode}_${random}`;
  return body + computeChecksum(body);
}

/** Returns false for a mistyped key, without a query. */
export function isWellFormed(key: string): boolean {
  return FORMAT.test(key) && computeChecksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

function computeChecksum(body: string): string {
  let remainder = crc32(body);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    text = BASE62[remainder % 62]! + text;
    remainder = Math.floor(remainder / 62);
  }
  return text;
}
