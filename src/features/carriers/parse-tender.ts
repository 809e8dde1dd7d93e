import { normalizePro } from '../../domain/pro-number.js';
import { sanitizeText } from '../../domain/sanitize-text.js';
import {
  file,
  nullIfInvalid,
  parseAdapterAnswer,
  record,
  text,
  failField,
  type FieldParser,
} from './answer-parser.js';

export interface TenderAnswer {
  proNumber: string;
  pickupConfirmation: string | null;
  bookingId?: string | null;
  warning?: string | null;
  bol?: Buffer | null;
}

const proNumber: FieldParser<string> = (value, path) => {
  const number = text(50)(value, path);
  return normalizePro(number) === '' ? failField(path, 'must have digits or letters') : number;
};

/** Shortens a long text: a booking's fault must not be lost. */
const words: FieldParser<string | null> = (value) => sanitizeText(value) || null;

/** Only the PRO number is required: rejecting an answer with one would make the service book again. */
const tender = record<TenderAnswer>({
  proNumber,
  pickupConfirmation: nullIfInvalid(text(50)),
  bookingId: nullIfInvalid(text(100)),
  warning: words,
  bol: nullIfInvalid(file),
});

const pickup = record<{ confirmation: string | null }>({ confirmation: nullIfInvalid(text(50)) });

export function parsePickup(answer: unknown): string | null {
  return parseAdapterAnswer(pickup, answer, 'pickup').confirmation;
}

export function parseTender(answer: unknown): TenderAnswer {
  return parseAdapterAnswer(tender, answer, 'tender');
}
