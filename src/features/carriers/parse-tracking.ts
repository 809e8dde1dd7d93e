import { sanitizeText } from '../../domain/sanitize-text.js';
import { TRACKING_STATUSES, type TrackingStatus } from '../../domain/tracking-status.js';
import {
  nullIfInvalid,
  array,
  timestamp,
  oneOf,
  parseAdapterAnswer,
  record,
  text,
  type FieldParser,
} from './answer-parser.js';

export interface CarrierScan {
  status: TrackingStatus;
  description: string;
  location: string;
  occurredAt: Date;
  code: string | null;
}

export interface TrackingAnswer {
  scans: CarrierScan[];
  estimatedDelivery: string | null;
  signedBy: string | null;
}

const words: FieldParser<string> = (value) => sanitizeText(value);

const scan = record<CarrierScan>({
  status: oneOf(TRACKING_STATUSES),
  description: words,
  location: words,
  occurredAt: timestamp(),
  code: nullIfInvalid(text(20)),
});

const tracking = record<Omit<TrackingAnswer, 'scans'> & { scans: (CarrierScan | null)[] }>({
  scans: array(nullIfInvalid(scan), { max: 1_000 }),
  estimatedDelivery: nullIfInvalid(text(40)),
  signedBy: nullIfInvalid(text(100)),
});

/** Validates an answer of `track`; drops invalid scans. @throws CarrierFault */
export function parseTracking(answer: unknown): TrackingAnswer {
  const { scans, ...rest } = parseAdapterAnswer(tracking, answer, 'tracking');
  return { scans: scans.filter((scan) => scan !== null), ...rest };
}
