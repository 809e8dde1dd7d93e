import { OutboundFault } from '../../platform/http-client/outbound-fault.js';
import { sanitizeText } from '../../domain/sanitize-text.js';
import { CarrierDeclined, CarrierFault, CarrierUnsure } from './carrier-adapter.js';

export type CarrierError = CarrierDeclined | CarrierFault | CarrierUnsure;

/** Converts an error of an adapter into one with a sanitized reason; null if it is not an error of the port. */
export function toCarrierError(error: unknown): CarrierError | null {
  try {
    if (error instanceof CarrierDeclined)
      return new CarrierDeclined(
        sanitizeReason(error) || 'The carrier declined.',
        sanitizeText(error.code, 40) || null,
      );
    if (error instanceof CarrierUnsure)
      return new CarrierUnsure(
        sanitizeReason(error) || 'The carrier may have the booking. Call the carrier to find out.',
      );
    if (error instanceof OutboundFault) {
      const reason = sanitizeReason(error) || 'The carrier request failed.';
      return new CarrierFault(reason, error.cooldownMs, error.unheard);
    }
  } catch {
    // Reading a hostile error may throw.
  }
  return null;
}

function sanitizeReason({ message }: Error): string {
  return sanitizeText(message);
}

/** Returns the stack only: other properties of the error may hold credentials. */
export function stackOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack) : `An adapter threw a ${typeof error}.`;
  } catch {
    return 'An adapter threw an unreadable value.';
  }
}
