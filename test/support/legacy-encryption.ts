import { createCipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts a text in the older format, which was not bound to a row. @param key 32 bytes in base64 */
export function encryptWithLegacyFormat(key: string, text: string): Buffer {
  const bytes = Buffer.from(key, 'base64');
  const id = createHash('sha256').update('key id').update(bytes).digest().subarray(0, 4);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([id, nonce, cipher.getAuthTag(), body]);
}
