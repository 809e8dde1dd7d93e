import { OutboundFault } from '../../platform/http-client/outbound-fault.js';
import { sanitizeText } from '../../domain/sanitize-text.js';
import { CarrierDeclined, CarrierFault, CarrierUnsure } from './carrier-adapter.js';

export type CarrierError = CarrierDeclined | CarrierFault | CarrierUnsure;

/** What a carrier's adapter threw, with a reason that can be stored and shown; null for any error that isn't the port's. */
export function toCarrierError(error: unknown): CarrierError | null {
  try {
    if (error instanceof CarrierDeclined)
      return new CarrierDeclined(sanitizeReason(error) || 'The carrier declined.');
    if (error instanceof CarrierUnsure)
      return new CarrierUnsure(sanitizeReason(error) || 'Ask the carrier what became of the booking.');
    if (error instanceof OutboundFault) {
      const reason = sanitizeReason(error) || 'The carrier could not be asked.';
      return new CarrierFault(reason, error.cooldownMs, error.unheard);
    }
  } catch {
    // Even looking at it throws.
  }
  return null;
}

function sanitizeReason({ message }: Error): string {
  return sanitizeText(message);
}

/** Where an adapter's own failure happened; never the whole error, whose request may hold credentials. */
export function stackOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack) : `An adapter threw a ${typeof error}.`;
  } catch {
    return 'An adapter threw what can not be looked at.';
  }
}
