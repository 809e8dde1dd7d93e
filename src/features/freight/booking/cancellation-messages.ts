import type { Freight } from '../record/freight.entity.js';

// What a voided shipment says of what its carrier doesn't know yet, and what to do about it.

/** Nobody knows whether the carrier has booked it. */
export function formatPossiblyBookedMessage({ scac, bolNumber }: Freight): string {
  return `${scac} may have booked bill of lading ${bolNumber}: telephone it that the shipment is cancelled.`;
}

export function formatCancellationPendingMessage({ scac, proNumber }: Freight): string {
  return `${scac} has not answered the cancellation of PRO ${proNumber} yet: it is told again until it does.`;
}

export function formatCallCarrierMessage({ scac, proNumber }: Freight): string {
  return `${scac} can't be told of the cancellation by its API: telephone it about PRO ${proNumber}.`;
}

/** Who took the tender by mail gets one more. */
export function formatCancellationMailedMessage({ scac }: Freight): string {
  return `${scac} is told of the cancellation by mail.`;
}
