import { StateTable } from '../../domain/state-table.js';

export const INVOICE_STATUSES = ['open', 'overdue', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const INVOICE_TRIGGERS = ['fall_due', 'pay', 'void'] as const;
export type InvoiceTrigger = (typeof INVOICE_TRIGGERS)[number];

/** Paid and void are final. */
export const INVOICE_STATES = new StateTable<InvoiceStatus, InvoiceTrigger>('invoice', INVOICE_STATUSES, [
  { from: ['open'], trigger: 'fall_due', to: 'overdue' },
  { from: ['open', 'overdue'], trigger: 'pay', to: 'paid' },
  { from: ['open', 'overdue'], trigger: 'void', to: 'void' },
]);

/** Returns the printed status: `ISSUED` for open, upper case for the others. */
export function toStatusLabel(status: InvoiceStatus): string {
  return status === 'open' ? 'ISSUED' : status.toUpperCase();
}
