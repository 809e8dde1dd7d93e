import { normalizePro } from '../../domain/pro-number.js';
import { file } from './parse-documents.js';
import { nullIfInvalid, parseAdapterAnswer, record, text, failField } from './answer-parser.js';
import type { FieldParser } from './answer-parser.js';

export interface TenderAnswer {
  proNumber: string;
  pickupConfirmation: string | null;
  /** The carrier's id of the booking, for its cancellation. */
  bookingId?: string | null;
  /** What the booking lacks, as text for people. */
  warning?: string | null;
  /** The carrier's bill of lading. */
  bol?: Buffer | null;
}

const proNumber: FieldParser<string> = (value, path) => {
  const number = text(50)(value, path);
  return normalizePro(number) === '' ? failField(path, 'must have digits or letters') : number;
};

/** Only the PRO number is required: rejecting an answer with one would make the service book again. */
const tender = record<TenderAnswer>({
  proNumber,
  pickupConfirmation: nullIfInvalid(text(50)),
  bookingId: nullIfInvalid(text(100)),
  warning: nullIfInvalid(text(255)),
  bol: nullIfInvalid(file),
});

const pickup = record<{ confirmation: string | null }>({ confirmation: nullIfInvalid(text(50)) });

/** Returns the carrier's number for a changed pickup. @throws CarrierFault */
export function parsePickup(answer: unknown): string | null {
  return parseAdapterAnswer(pickup, answer, 'pickup').confirmation;
}

/** Validates an answer of `tender`. @throws CarrierFault */
export function parseTender(answer: unknown): TenderAnswer {
  return parseAdapterAnswer(tender, answer, 'tender');
}
