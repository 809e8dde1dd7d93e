import { normalizePro } from '../../domain/pro-number.js';
import { file } from './parse-documents.js';
import {
  nullIfInvalid,
  parseAdapterAnswer,
  record,
  text,
  failField,
  type FieldParser,
} from './answer-parser.js';

/** A booking the carrier has accepted. */
export interface TenderAnswer {
  proNumber: string;
  pickupConfirmation: string | null;
  /** The carrier's own name of the booking, by which it is cancelled. */
  bookingId?: string | null;
  /** What the booking lacks, for a person. */
  warning?: string | null;
  /** The carrier's own bill of lading. */
  bol?: Buffer | null;
}

const proNumber: FieldParser<string> = (value, path) => {
  const number = text(50)(value, path);
  return normalizePro(number) === '' ? failField(path, 'must have digits or letters') : number;
};

/** A booking stands once it has a PRO number: one whose confirmation can't be read must not be made again. */
const tender = record<TenderAnswer>({
  proNumber,
  pickupConfirmation: nullIfInvalid(text(50)),
  bookingId: nullIfInvalid(text(100)),
  warning: nullIfInvalid(text(255)),
  bol: nullIfInvalid(file),
});

const pickup = record<{ confirmation: string | null }>({ confirmation: nullIfInvalid(text(50)) });

/** The carrier's number for a changed pickup. @throws CarrierFault */
export function parsePickup(answer: unknown): string | null {
  return parseAdapterAnswer(pickup, answer, 'pickup').confirmation;
}

/** What an adapter answered to a booking. @throws CarrierFault */
export function parseTender(answer: unknown): TenderAnswer {
  return parseAdapterAnswer(tender, answer, 'tender');
}
