import { outsideText } from '../../domain/outside-text.js';
import { TRACKING_STATUSES, type TrackingStatus } from '../../domain/tracking-status.js';
import { ifFit, listOf, moment, oneOf, readAnswer, record, text, type Field } from './answer-fields.js';

/** One scan that can be stored. */
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

const words: Field<string> = (value) => outsideText(value);

const scan = record<CarrierScan>({
  status: oneOf(TRACKING_STATUSES),
  description: words,
  location: words,
  occurredAt: moment(),
  code: ifFit(text(20)),
});

const tracking = record<Omit<TrackingAnswer, 'scans'> & { scans: (CarrierScan | null)[] }>({
  scans: listOf(ifFit(scan), { max: 1_000 }),
  estimatedDelivery: ifFit(text(40)),
  signedBy: ifFit(text(100)),
});

/** What an adapter knows of a PRO number. A scan that makes no sense is left out: the others still tell the way. @throws CarrierFault */
export function parseTracking(answer: unknown): TrackingAnswer {
  const { scans, ...rest } = readAnswer(tracking, answer, 'tracking');
  return { scans: scans.filter((scan) => scan !== null), ...rest };
}
