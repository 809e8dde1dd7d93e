import { sanitizeText } from '../../domain/sanitize-text.js';
import type { HttpAnswer } from '../../platform/http-client/http-client.js';
import { parseJsonBody, toObject, toText } from '../../platform/http-client/json.js';
import { parseXml } from '../../platform/http-client/xml.js';
import { CarrierDeclined, CarrierFault } from './carrier-adapter.js';

/*
 * The port's rule for HTTP answers of carriers, the same for all adapters:
 *
 * | answer                              | a booking                                         | any other call                       |
 * | ----------------------------------- | ------------------------------------------------- | ------------------------------------ |
 * | 2xx without a refusal               | done, if the adapter can read it                  | the same                             |
 * | 2xx with a refusal                  | declined with the carrier's words                 | the same                             |
 * | 401, 403                            | not done, retried; the connection needs attention | the same                             |
 * | 408, 409                            | unsure: looked up before it is repeated           | failed                               |
 * | 425, 429                            | not done, retried                                 | the same                             |
 * | any other 4xx                       | declined: the carrier's words or the number       | declined with its words, else failed |
 * | 5xx, 3xx, no answer, unreadable 2xx | unsure: looked up before it is repeated           | failed                               |
 *
 * A cancellation is done after an empty 2xx, an empty 404, and a 404 with the carrier's own not-found answer. A 404
 * of a gateway is a fault.
 *
 * If the adapter finds no words in an error, the message shows those of the body's usual fields.
 */

/** The carrier's own words and code for a refusal. `message` is empty if the carrier gives none. */
export interface CarrierRefusal {
  message: string;
  code?: string | null;
}

const CREDENTIALS_REJECTED: readonly number[] = [401, 403];
const NOT_PROCESSED: readonly number[] = [425, 429];
const OUTCOME_UNKNOWN: readonly number[] = [408, 409];

/**
 * Returns the answer to a booking.
 * @param refusal null if the body has none
 * @throws CarrierDeclined, CarrierFault
 */
export function requireDone(answer: HttpAnswer, refusal: CarrierRefusal | null): HttpAnswer {
  return requireSuccess(answer, refusal, true);
}

/** Returns the answer to a call that changes nothing. A 4xx without words is a fault. @throws CarrierDeclined, CarrierFault */
export function requireAnswer(answer: HttpAnswer, refusal: CarrierRefusal | null): HttpAnswer {
  return requireSuccess(answer, refusal, false);
}

/**
 * Returns the answer to a cancellation; null if it says that nothing is left to cancel or to read.
 * @param isNotFound whether a 404 carries the carrier's own not-found answer
 * @throws CarrierDeclined, CarrierFault
 */
export function requireCanceled(
  answer: HttpAnswer,
  refusal: CarrierRefusal | null,
  isNotFound: boolean,
): HttpAnswer | null {
  const { status, empty } = answer;
  if (status === 404) return empty || isNotFound ? null : throwStatusFault(answer, refusal);
  requireSuccess(answer, refusal, false);
  return empty ? null : answer;
}

function requireSuccess(answer: HttpAnswer, refusal: CarrierRefusal | null, changes: boolean): HttpAnswer {
  const { status } = answer;
  if (CREDENTIALS_REJECTED.includes(status))
    throw new CarrierFault('The carrier request failed: the credentials were rejected.', undefined, true);
  if (NOT_PROCESSED.includes(status)) throwStatusFault(answer, refusal, true);
  if (OUTCOME_UNKNOWN.includes(status)) throwStatusFault(answer, refusal);
  if (status >= 500 || (status >= 300 && status < 400)) throwStatusFault(answer, refusal);
  const message = sanitizeText(refusal?.message);
  if (status >= 400) {
    if (!message && !changes) throwStatusFault(answer, refusal);
    throw new CarrierDeclined(
      message || findWords(answer) || `The carrier refused with HTTP ${status}.`,
      refusal?.code || `${status}`,
    );
  }
  if (refusal) throw new CarrierDeclined(message || 'The carrier declined.', refusal.code);
  return answer;
}

function throwStatusFault(answer: HttpAnswer, refusal: CarrierRefusal | null, unheard = false): never {
  const words = (sanitizeText(refusal?.message) || findWords(answer)).replace(/\.$/, '');
  const message = `The carrier request failed: HTTP ${answer.status}${words && `: ${words}`}.`;
  throw new CarrierFault(message, undefined, unheard);
}

/** Fields that have the words of an error, e.g. in RFC 9457 and in the answers of gateways. */
const WORDS_FIELD = /^(error_?)?(message|msg|description|details?|title|reason|errors?|faultstring)$/i;
const MAX_DEPTH = 4;

/** Returns the words of an error in a JSON or XML body; an empty text for other bodies, e.g. a page of a gateway. */
export function readWords(text: string): string {
  if (/^\s*<(!doctype\s+)?html\b/i.test(text)) return '';
  return findWords(
    text.trimStart().startsWith('<') ? { body: parseXml(text) ?? {}, rows: null } : parseJsonBody(text),
  );
}

function findWords({ body, rows }: Pick<HttpAnswer, 'body' | 'rows'>): string {
  return sanitizeText([...new Set(listWords(rows ?? body, rows !== null, 0))].join(' '));
}

/** @param isNamed whether the field of the value has the words of an error */
function listWords(value: unknown, isNamed: boolean, depth: number): string[] {
  if (typeof value === 'string') return isNamed && toText(value) ? [toText(value)] : [];
  if (depth === MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => listWords(entry, isNamed, depth + 1));
  return Object.entries(toObject(value)).flatMap(([name, entry]) => {
    const hasWords = WORDS_FIELD.test(name) || (isNamed && Array.isArray(entry));
    return listWords(entry, hasWords, depth + 1);
  });
}
