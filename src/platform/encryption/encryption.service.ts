import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHERTEXT_OFFSET = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;

/** Of a key two ids are made, one for each way of sealing: the first bytes of a sealed value tell both. */
const KEY_ID_CONTEXTS = { bound: 'key id, bound to a row', unbound: 'key id' } as const;

/** Thrown when none of the configured keys opens a stored secret. */
export class SecretUnreadableError extends Error {}

/** The row that a sealed value stands in: it opens in no other. Nulls where rows have no tenant. */
export interface SealedRow {
  readonly table: string;
  readonly organizationId: number | null;
  readonly mode: string | null;
  readonly id: number | string;
}

/**
 * Encrypts what must be readable again: webhook secrets, carrier credentials, stored answers. Layout: key id (4 bytes) +
 * nonce (12) + tag (16) + ciphertext. Whoever can write to the database can't move a value to another row, of their own
 * organization say: the row is authenticated too. What older versions sealed is bound to none until it is sealed anew.
 */
@Injectable()
export class EncryptionService {
  private readonly current: { id: Buffer; key: KeyObject };
  private readonly keys = new Map<string, { key: KeyObject; bound: boolean }>();

  constructor(config: Config) {
    const { key, previous } = config.encryption;
    if (previous) this.addKey(previous);
    this.current = { id: computeKeyId(key, KEY_ID_CONTEXTS.bound), key: this.addKey(key) };
  }

  seal(text: string, row: SealedRow): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.current.key, nonce).setAAD(toAdditionalData(row));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([this.current.id, nonce, cipher.getAuthTag(), body]);
  }

  /** @throws SecretUnreadableError */
  open(sealed: Buffer, row: SealedRow): string {
    const known = this.keys.get(sealed.subarray(0, KEY_ID_BYTES).toString('hex'));
    if (!known)
      throw new SecretUnreadableError('The secret was encrypted with a key that is not configured.');
    const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    try {
      const decipher = createDecipheriv(ALGORITHM, known.key, nonce, { authTagLength: TAG_BYTES });
      if (known.bound) decipher.setAAD(toAdditionalData(row));
      decipher.setAuthTag(sealed.subarray(CIPHERTEXT_OFFSET - TAG_BYTES, CIPHERTEXT_OFFSET));
      return Buffer.concat([decipher.update(sealed.subarray(CIPHERTEXT_OFFSET)), decipher.final()]).toString(
        'utf8',
      );
    } catch {
      throw new SecretUnreadableError('The secret does not open with the configured key in this row.');
    }
  }

  /** True when one of the configured keys opens it. */
  canOpen(sealed: Buffer, row: SealedRow): boolean {
    try {
      this.open(sealed, row);
      return true;
    } catch (error) {
      if (error instanceof SecretUnreadableError) return false;
      throw error;
    }
  }

  /** The first bytes of everything sealed now: what begins otherwise was sealed with another key, or bound to no row. */
  get keyId(): Buffer {
    return this.current.id;
  }

  private addKey(bytes: Buffer): KeyObject {
    const key = createSecretKey(bytes);
    for (const way of Object.values(KEY_ID_CONTEXTS))
      this.keys.set(computeKeyId(bytes, way).toString('hex'), { key, bound: way === KEY_ID_CONTEXTS.bound });
    return key;
  }
}

function computeKeyId(key: Buffer, way: string): Buffer {
  return createHash('sha256').update(way).update(key).digest().subarray(0, KEY_ID_BYTES);
}

/** The same whether the database gave a number or its text. */
function toAdditionalData({ table, organizationId, mode, id }: SealedRow): Buffer {
  return Buffer.from(JSON.stringify([table, organizationId && String(organizationId), mode, String(id)]));
}
