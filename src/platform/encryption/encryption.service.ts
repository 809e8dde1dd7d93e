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

/** Each key has two ids, one for each kind of encryption. The first bytes of an encrypted value are such an id. */
const KEY_ID_CONTEXTS = { bound: 'key id, bound to a row', unbound: 'key id' } as const;

/** None of the configured keys decrypts a stored secret. */
export class SecretUnreadableError extends Error {}

/** The row that an encrypted value is bound to. The tenant is null in tables without one. */
export interface SealedRow {
  readonly table: string;
  readonly organizationId: number | null;
  readonly mode: string | null;
  readonly id: number | string;
}

/**
 * Encrypts secrets that the service must read again: webhook secrets, carrier credentials, stored responses.
 * Layout: key id (4 bytes) + nonce (12) + tag (16) + ciphertext. The row is additional authenticated data, so a value
 * that is copied to another row does not decrypt. Values of early versions are bound to no row until they are rotated.
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
    if (!known) throw new SecretUnreadableError('The secret is encrypted with a key that is not configured.');
    const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    try {
      const decipher = createDecipheriv(ALGORITHM, known.key, nonce, { authTagLength: TAG_BYTES });
      if (known.bound) decipher.setAAD(toAdditionalData(row));
      decipher.setAuthTag(sealed.subarray(CIPHERTEXT_OFFSET - TAG_BYTES, CIPHERTEXT_OFFSET));
      return Buffer.concat([decipher.update(sealed.subarray(CIPHERTEXT_OFFSET)), decipher.final()]).toString(
        'utf8',
      );
    } catch {
      throw new SecretUnreadableError('The configured key does not decrypt the secret in this row.');
    }
  }

  canOpen(sealed: Buffer, row: SealedRow): boolean {
    try {
      this.open(sealed, row);
      return true;
    } catch (error) {
      if (error instanceof SecretUnreadableError) return false;
      throw error;
    }
  }

  /** The first bytes of values that are encrypted with the current key and bound to their row. */
  get keyId(): Buffer {
    return this.current.id;
  }

  private addKey(bytes: Buffer): KeyObject {
    const key = createSecretKey(bytes);
    for (const context of Object.values(KEY_ID_CONTEXTS)) {
      const id = computeKeyId(bytes, context).toString('hex');
      this.keys.set(id, { key, bound: context === KEY_ID_CONTEXTS.bound });
    }
    return key;
  }
}

function computeKeyId(key: Buffer, context: string): Buffer {
  return createHash('sha256').update(context).update(key).digest().subarray(0, KEY_ID_BYTES);
}

/** Ids are text, because the database returns some as numbers and some as text. */
function toAdditionalData({ table, organizationId, mode, id }: SealedRow): Buffer {
  return Buffer.from(JSON.stringify([table, organizationId && String(organizationId), mode, String(id)]));
}
