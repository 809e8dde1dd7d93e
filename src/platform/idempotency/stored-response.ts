import type { Response } from 'express';
import { IGNORED_FIELDS_HEADER } from '../http/pipeline/ignored-fields.js';
import type { SealedRow, EncryptionService } from '../encryption/encryption.service.js';
import type { Tenant } from '../tenancy/tenant.js';

export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The first request's id, which the body of an error contains. Version 0.1.0 did not store it. */
  requestId?: string;
}

interface RequestKey {
  tenant: Tenant;
  key: string;
}

/** The headers that a replay repeats. The others depend on the time of the request. */
const KEPT_HEADERS = ['Location', 'Vary', 'Deprecation', 'Sunset', 'Link', IGNORED_FIELDS_HEADER];

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
  requestKey: RequestKey,
  { body, ...head }: StoredResponse,
): Buffer {
  return secrets.seal(`${JSON.stringify(head)}\n${body}`, toRequestRow(requestKey));
}

/** @throws SecretUnreadableError */
export function openResponse(
  secrets: EncryptionService,
  requestKey: RequestKey,
  sealed: Buffer,
): StoredResponse {
  const text = secrets.open(sealed, toRequestRow(requestKey));
  const end = text.indexOf('\n');
  return { ...(JSON.parse(text.slice(0, end)) as Omit<StoredResponse, 'body'>), body: text.slice(end + 1) };
}

function toRequestRow({ tenant: { organizationId, mode }, key }: RequestKey): SealedRow {
  return { table: 'idempotent_requests', organizationId, mode, id: key };
}
