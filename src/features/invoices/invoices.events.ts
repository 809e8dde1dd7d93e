import { ApiSchema } from '@nestjs/swagger';
import { defineEvent } from '../events/define-event.js';
import { SAMPLE_FREIGHT } from '../freight/record/freight.sample.js';
import { SAMPLE_QUOTE } from '../quotes/quote.sample.js';
import { computeLateFee } from './invoice-amounts.js';
import { buildBillTo, buildFreightSummary } from './invoice-builder.js';
import type { Invoice } from './invoice.entity.js';
import { toInvoiceWithLinesDto, toLineItemRow } from './invoice.mapper.js';
import { InvoiceWithLinesDto } from './invoices.dto.js';

@ApiSchema({ description: 'The invoice of the event, as it was at that time.' })
export class InvoiceEventData {
  /** The invoice with its lines. */
  invoice: InvoiceWithLinesDto;
}

const OPENED = new Date('2026-01-22T12:00:00.000Z');
const DUE = new Date('2026-02-21T12:00:00.000Z');
const AMOUNT = SAMPLE_QUOTE.netChargeCents;
const SAMPLE_OWNER = { id: 0, organizationId: 0, mode: 'test', createdAt: OPENED } as const;

const INVOICE: Invoice = {
  ...SAMPLE_OWNER,
  updatedAt: OPENED,
  freightId: SAMPLE_FREIGHT.id,
  customerId: null,
  supplementsInvoiceId: null,
  invoiceNumber: 'INV-000000',
  status: 'open',
  currency: SAMPLE_QUOTE.currency,
  amountCents: AMOUNT,
  lateFeeCents: 0,
  lateFeeWaivedCents: 0,
  amountPaidCents: 0,
  termsDays: 30,
  dueDate: DUE,
  paidAt: null,
  voidedAt: null,
  paymentMethod: null,
  paymentReference: null,
  billTo: buildBillTo(SAMPLE_FREIGHT, null),
  shipment: buildFreightSummary(SAMPLE_FREIGHT, SAMPLE_QUOTE),
};

const LINES = SAMPLE_QUOTE.charges.map(({ type, code, description, amountCents }) => ({
  ...SAMPLE_OWNER,
  ...toLineItemRow(INVOICE.id, { type, code, description, amountCents }),
}));

const PAYMENT = { ...SAMPLE_OWNER, createdAt: DUE, invoiceId: INVOICE.id, method: 'ach', reference: null };

export const invoiceCreated = defineInvoiceEvent('created', 'An invoice was opened.');
export const invoiceUpdated = defineInvoiceEvent('updated', 'An invoice changed.');
export const invoicePaid = defineInvoiceEvent('paid', 'An invoice was paid in full.', {
  status: 'paid',
  amountPaidCents: AMOUNT,
  paidAt: DUE,
});
export const invoiceVoided = defineInvoiceEvent('voided', 'An invoice was voided.', {
  status: 'void',
  voidedAt: DUE,
});
export const invoiceOverdue = defineInvoiceEvent('overdue', 'An invoice passed its due date unpaid.', {
  status: 'overdue',
  lateFeeCents: computeLateFee(AMOUNT, 150),
});

function defineInvoiceEvent(word: string, meaning: string, changes: Partial<Invoice> = {}) {
  const { amountPaidCents: amountCents = 0 } = changes;
  const payments = amountCents > 0 ? [{ ...PAYMENT, amountCents }] : [];
  const invoice = toInvoiceWithLinesDto({ ...INVOICE, ...changes }, LINES, payments, INVOICE.billTo);
  return defineEvent(`invoice.${word}`, {
    meaning,
    data: InvoiceEventData,
    sample: { invoice },
    scope: 'invoices.read',
    about: ({ invoice: { id, freight_id, customer_id } }) => ({
      invoiceId: id,
      freightId: freight_id,
      customerId: customer_id,
    }),
  });
}
