import { parseJsonBody, toObject, toText, type Json } from '../../../platform/http-client/json.js';
import { OPERATION_NAMES, type OperationName } from './perform-operation.js';

/** An HTTP call and its response. Without a status the carrier did not respond. */
export interface RecordedCall {
  request?: { method: string; url: string; body: unknown };
  http: { status: number | null };
  /** The JSON answer. */
  body?: unknown;
  /** The answer if it is not JSON. */
  raw?: string;
}

/** The answers of a carrier to one operation. A file has one recording or a list. */
export interface Recording extends RecordedCall {
  id: string;
  /** Name of the adapter. */
  carrier: string;
  scac?: string;
  operation: OperationName;
  kind: string;
  source: object;
  /** Flags and choices of the account, without any text. */
  settings?: object;
  /** The day that a replay moves to the day after tomorrow, so that recorded prices have not expired. */
  shift?: string;
  /** Further calls of the operation. */
  more?: RecordedCall[];
}

/** A file that is not a recording. */
export class RecordingError extends Error {}

/** Parses a file with one recording or a list of them. @throws RecordingError */
export function parseRecordings(text: string): Recording[] {
  const { body, rows } = parseJsonBody(text);
  const recordings = rows ?? [body];
  return recordings.map((one, index) => {
    const where = rows ? `Recording ${index + 1}` : 'The recording';
    return parseRecording(toObject(one), where);
  });
}

function parseRecording(json: Json, where: string): Recording {
  const carrier = toText(json.carrier);
  if (carrier === '') throw new RecordingError(`${where} has no carrier. Set it to the name of the adapter.`);
  const operation = OPERATION_NAMES.find((name) => name === json.operation);
  if (!operation)
    throw new RecordingError(`${where} needs an operation. Use one of: ${OPERATION_NAMES.join(', ')}.`);
  const more = Array.isArray(json.more) ? json.more.map(toObject) : [];
  for (const call of [json, ...more]) {
    const status: unknown = toObject(call.http).status;
    const known =
      status === null || (Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599);
    if (!known) throw new RecordingError(`${where} needs an http.status from 200 to 599, or null.`);
  }
  return { ...json, carrier, operation, more } as unknown as Recording;
}

/** Returns the body as the carrier sent it. */
export function toResponseText({ body, raw }: RecordedCall): string {
  return raw ?? (body === undefined ? '' : JSON.stringify(body));
}

const TOKEN_PATH = /token|oauth|authenticat|login|session/i;

/** Returns whether a call requests an access token. Its answer is a credential. */
export function isTokenCall(url: string): boolean {
  return TOKEN_PATH.test(URL.parse(url, 'http://carrier')?.pathname ?? '');
}
