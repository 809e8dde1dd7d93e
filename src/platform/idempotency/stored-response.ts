import type { Response } from 'express';
import type { SealedRow, EncryptionService } from '../encryption/encryption.service.js';
import type { Tenant } from '../tenancy/tenant.js';

/** An answer as it goes out: the same again and again, byte for byte. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Whose answer it is: the `request_id` that an error's body carries. Absent in answers kept by an older version. */
  requestId?: string;
}

/** Whose answer, to which `Idempotency-Key`. */
interface RequestKey {
  tenant: Tenant;
  key: string;
}

/** What of the response's headers belongs to the answer rather than to the moment it is given. */
const KEPT_HEADERS = ['Location', 'Vary', 'Deprecation', 'Sunset', 'Link'];

export function pickKeptHeaders(response: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = response.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return headers;
}

export function sealResponse(
  secrets: EncryptionService,
  of: RequestKey,
  { body, ...head }: StoredResponse,
): Buffer {
  return secrets.seal(`${JSON.stringify(head)}\n${body}`, toRequestRow(of));
}

/** @throws SecretUnreadableError */
export function openResponse(secrets: EncryptionService, of: RequestKey, sealed: Buffer): StoredResponse {
  const text = secrets.open(sealed, toRequestRow(of));
  const end = text.indexOf('\n');
  return { ...(JSON.parse(text.slice(0, end)) as Omit<StoredResponse, 'body'>), body: text.slice(end + 1) };
}

function toRequestRow({ tenant: { organizationId, mode }, key }: RequestKey): SealedRow {
  return { table: 'idempotent_requests', organizationId, mode, id: key };
}
