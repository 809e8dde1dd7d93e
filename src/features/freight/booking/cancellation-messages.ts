import type { Freight } from '../record/freight.entity.js';

// Status reasons of voided freight whose carrier does not know of the cancellation yet.

export function formatPossiblyBookedMessage({ scac, bolNumber }: Freight): string {
  return `${scac} may have booked BOL ${bolNumber}. Call the carrier to confirm the cancellation.`;
}

export function formatCancellationPendingMessage({ scac, proNumber }: Freight): string {
  return `${scac} has not confirmed the cancellation of PRO ${proNumber} yet. Lading retries until it does.`;
}

export function formatCallCarrierMessage({ scac, proNumber }: Freight): string {
  return `${scac} does not accept cancellations through its API. Call the carrier to cancel PRO ${proNumber}.`;
}

export function formatCancellationMailedMessage({ scac }: Freight): string {
  return `Lading notifies ${scac} of the cancellation by email.`;
}

export function formatCancellationByEdiMessage({ scac }: Freight): string {
  return `Lading notifies ${scac} of the cancellation by EDI.`;
}
