import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BODY_AT = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;

/** Thrown when none of the configured keys opens a stored secret. */
export class SecretUnreadable extends Error {}

/**
 * Encrypts what must be readable again: webhook secrets, carrier credentials, stored answers.
 * Layout: key id (4 bytes) + nonce (12) + tag (16) + ciphertext.
 */
@Injectable()
export class Secrets {
  private readonly current: { id: Buffer; key: KeyObject };
  private readonly keys = new Map<string, KeyObject>();

  constructor(config: Config) {
    const { key, previous } = config.encryption;
    this.current = { id: keyId(key), key: createSecretKey(key) };
    if (previous) this.keys.set(keyId(previous).toString('hex'), createSecretKey(previous));
    this.keys.set(this.current.id.toString('hex'), this.current.key);
  }

  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.current.key, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([this.current.id, nonce, cipher.getAuthTag(), body]);
  }

  /** @throws SecretUnreadable */
  open(sealed: Buffer): string {
    const key = this.keys.get(sealed.subarray(0, KEY_ID_BYTES).toString('hex'));
    if (!key) throw new SecretUnreadable('The secret was encrypted with a key that is not configured.');
    const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    try {
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(sealed.subarray(BODY_AT - TAG_BYTES, BODY_AT));
      return Buffer.concat([decipher.update(sealed.subarray(BODY_AT)), decipher.final()]).toString('utf8');
    } catch {
      throw new SecretUnreadable('The secret does not open with the configured key.');
    }
  }

  /** True when one of the configured keys opens it. */
  opens(sealed: Buffer): boolean {
    try {
      this.open(sealed);
      return true;
    } catch (error) {
      if (error instanceof SecretUnreadable) return false;
      throw error;
    }
  }

  /** The first bytes of everything sealed now: what begins otherwise was sealed with another key. */
  get keyId(): Buffer {
    return this.current.id;
  }
}

function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('key id').update(key).digest().subarray(0, KEY_ID_BYTES);
}
