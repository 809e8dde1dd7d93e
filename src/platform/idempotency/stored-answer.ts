import type { Response } from 'express';
import type { SealedRow, Secrets } from '../encryption/secrets.js';
import type { Tenant } from '../tenancy/tenant.js';

/** An answer as it goes out: the same again and again, byte for byte. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Whose answer it is: the `request_id` that an error's body carries. Absent in answers kept by an older version. */
  requestId?: string;
}

/** Whose answer, to which `Idempotency-Key`. */
interface AnsweredKey {
  tenant: Tenant;
  key: string;
}

/** What of the response's headers belongs to the answer rather than to the moment it is given. */
const KEPT_HEADERS = ['Location', 'Vary', 'Deprecation', 'Sunset', 'Link'];

export function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = response.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return headers;
}

export function sealAnswer(secrets: Secrets, of: AnsweredKey, { body, ...head }: StoredAnswer): Buffer {
  return secrets.seal(`${JSON.stringify(head)}\n${body}`, rowOf(of));
}

/** @throws SecretUnreadable */
export function openAnswer(secrets: Secrets, of: AnsweredKey, sealed: Buffer): StoredAnswer {
  const text = secrets.open(sealed, rowOf(of));
  const end = text.indexOf('\n');
  return { ...(JSON.parse(text.slice(0, end)) as Omit<StoredAnswer, 'body'>), body: text.slice(end + 1) };
}

function rowOf({ tenant: { organizationId, mode }, key }: AnsweredKey): SealedRow {
  return { table: 'idempotent_requests', organizationId, mode, id: key };
}
