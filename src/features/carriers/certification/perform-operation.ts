import {
  CarrierDeclined,
  CarrierUnsure,
  CARRIER_DOCUMENTS,
  CARRIER_OPERATIONS,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierDocumentType,
  type CarrierOperation,
} from '../carrier-adapter.js';
import type { CarrierError } from '../carrier-errors.js';
import { parseDocuments } from '../parse-documents.js';
import { parseRateAnswer } from '../parse-rates.js';
import { parsePickup, parseTender } from '../parse-tender.js';
import { parseTracking } from '../parse-tracking.js';
import {
  buildSampleRateRequest,
  buildSampleTender,
  nextBusinessDay,
  type SampleFreight,
} from './sample-freight.js';

/** An operation of the port; documents with their type. `token` is the request for an access token. */
export type OperationName =
  Exclude<CarrierOperation, 'documents'> | `documents:${CarrierDocumentType}` | 'token';

export const OPERATION_NAMES: readonly OperationName[] = [
  ...CARRIER_OPERATIONS.filter((name) => name !== 'documents'),
  ...CARRIER_DOCUMENTS.map((type) => `documents:${type}` as const),
  'token',
];

export interface OperationResult {
  outcome:
    | 'rated'
    | 'booked'
    | 'pickup_changed'
    | 'cancelled'
    | 'tracked'
    | 'documents'
    | 'declined'
    | 'unsure'
    | 'error';
  /** The carrier's reason or warning; null if there is none. */
  reason: string | null;
  /** The carrier’s answer, as text for people. */
  detail: string;
  /** The inputs of later operations. */
  next: Partial<SampleFreight>;
}

/** Returns whether the adapter has the operation. */
export function hasOperation(adapter: CarrierAdapter, operation: OperationName): boolean {
  if (operation === 'token') return false;
  const [name, type] = operation.split(':') as [CarrierOperation, CarrierDocumentType?];
  if (adapter[name] === undefined) return false;
  return type === undefined || (adapter.documentTypes?.includes(type) ?? false);
}

/**
 * Calls the adapter and validates its answer as the gateway does.
 * @param operation one that the adapter has
 * @throws CarrierDeclined, CarrierUnsure, CarrierFault
 */
export async function performOperation(
  adapter: CarrierAdapter,
  operation: Exclude<OperationName, 'token'>,
  freight: SampleFreight,
  account: CarrierAccount<object>,
  signal: AbortSignal,
): Promise<OperationResult> {
  switch (operation) {
    case 'rate': {
      const { rates, warnings } = parseRateAnswer(
        await adapter.rate!(buildSampleRateRequest(freight.lane), account, signal),
      );
      const [first] = rates;
      if (!first) throw new CarrierDeclined('The carrier returned no rate.');
      const { quoteNumber: carrierQuoteNumber, serviceCode } = first;
      const next = { carrierQuoteNumber, serviceCode };
      return buildResult('rated', count(rates.length, 'price'), warnings.join(' '), next);
    }
    case 'tender': {
      const tender = parseTender(await adapter.tender!(buildSampleTender(freight), account, signal));
      const { proNumber, bookingId = null, pickupConfirmation, bol, warning } = tender;
      const detail = ['PRO number', pickupConfirmation && 'pickup number', bol && 'bill of lading'];
      return buildResult('booked', detail.filter(Boolean).join(', '), warning, { proNumber, bookingId });
    }
    case 'pickup': {
      const { reference, proNumber } = freight;
      const wanted = { date: nextBusinessDay(), window: { readyTime: '11:00', closeTime: '17:00' } };
      const request = { reference, proNumber, confirmation: null, wanted };
      const confirmation = parsePickup(await adapter.pickup!(request, account, signal));
      return buildResult('pickup_changed', confirmation ? 'pickup number' : '');
    }
    case 'cancel':
      await adapter.cancel!(toBooked(freight), account, signal);
      return buildResult('cancelled', '');
    case 'track': {
      const { scans } = parseTracking(await adapter.track!(freight.proNumber, account, signal));
      return buildResult('tracked', count(scans.length, 'scan'));
    }
    default: {
      const type = operation.slice('documents:'.length) as CarrierDocumentType;
      const files = parseDocuments(await adapter.documents!(toBooked(freight), type, account, signal));
      return buildResult('documents', count(files.length, 'file'));
    }
  }
}

export function toFailure(error: CarrierError): OperationResult {
  const outcome =
    error instanceof CarrierDeclined ? 'declined' : error instanceof CarrierUnsure ? 'unsure' : 'error';
  return buildResult(outcome, '', error.message);
}

function buildResult(
  outcome: OperationResult['outcome'],
  detail: string,
  reason?: string | null,
  next: Partial<SampleFreight> = {},
): OperationResult {
  return { outcome, reason: reason || null, detail, next };
}

function toBooked({ reference, proNumber, bookingId }: SampleFreight) {
  return { reference, proNumber, bookingId };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
