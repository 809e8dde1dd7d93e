import type { InvoiceDocument } from '../../platform/pdf/invoice-document.js';
import type { Letterhead, PrintedParty } from '../../platform/auth/letterhead.js';
import type { Mode } from '../../platform/tenancy/tenant.js';
import { computeAmountDue, computeRemaining, computeTotal } from './invoice-amounts.js';
import type { Invoice } from './invoice.entity.js';
import type { InvoiceLineItem } from './invoice-line-item.entity.js';
import type { InvoicePayment } from './invoice-payment.entity.js';
import { toStatusLabel } from './invoice-states.js';
import type {
  InvoiceDto,
  InvoiceLineItemDto,
  InvoicePaymentDto,
  InvoiceWithLinesDto,
} from './invoices.dto.js';

/** An invoice as lists show it: the fields of both shapes (docs/adr/0008). */
export function toInvoiceDto(invoice: Invoice): InvoiceDto {
  return {
    object: 'invoice',
    id: invoice.id,
    invoice_number: invoice.invoiceNumber,
    customer_id: invoice.customerId,
    freight_id: invoice.freightId,
    supplements_invoice_id: invoice.supplementsInvoiceId,
    status: invoice.status,
    status_label: toStatusLabel(invoice.status),
    amount_cents: invoice.amountCents,
    late_fee_cents: invoice.lateFeeCents,
    late_fee_waived_cents: invoice.lateFeeWaivedCents,
    total_cents: computeTotal(invoice),
    amount_due_cents: computeAmountDue(invoice),
    amount_paid_cents: invoice.amountPaidCents,
    amount_remaining_cents: computeRemaining(invoice),
    due_date: invoice.dueDate.toISOString(),
    paid_at: invoice.paidAt?.toISOString() ?? null,
    payment_method: invoice.paymentMethod,
    payment_reference: invoice.paymentReference,
    voided_at: invoice.voidedAt?.toISOString() ?? null,
    created_at: invoice.createdAt.toISOString(),
    updated_at: invoice.updatedAt.toISOString(),
  };
}

/** An invoice with all that belongs to it. */
export function toInvoiceWithLinesDto(
  invoice: Invoice,
  lines: InvoiceLineItem[],
  payments: InvoicePayment[],
  remitTo: PrintedParty,
): InvoiceWithLinesDto {
  return {
    ...toInvoiceDto(invoice),
    bill_to: invoice.billTo,
    remit_to: remitTo,
    line_items: lines.map(toLineItemDto),
    payments: payments.map(toPaymentDto),
  };
}

function toPaymentDto(payment: InvoicePayment): InvoicePaymentDto {
  return {
    object: 'invoice_payment',
    id: payment.id,
    amount_cents: payment.amountCents,
    method: payment.method,
    reference: payment.reference,
    created_at: payment.createdAt.toISOString(),
  };
}

function toLineItemDto(line: InvoiceLineItem): InvoiceLineItemDto {
  return {
    object: 'invoice_line_item',
    id: line.id,
    type: line.type,
    code: line.code,
    description: line.description,
    quantity: line.quantity,
    unit: line.unit,
    rate_cents: line.rateCents,
    amount_cents: line.amountCents,
    freight_class: line.freightClass,
    weight: line.weight,
  };
}

/** What the invoice's template prints. */
export function buildInvoiceDocument(
  invoice: Invoice,
  lines: InvoiceLineItem[],
  payments: InvoicePayment[],
  supplemented: Invoice | null,
  { remitTo, ...issuer }: Letterhead,
  mode: Mode,
): InvoiceDocument {
  return {
    invoiceNumber: invoice.invoiceNumber,
    status: invoice.status,
    statusLabel: toStatusLabel(invoice.status),
    test: mode === 'test',
    issuedAt: invoice.createdAt.toISOString(),
    dueDate: invoice.dueDate.toISOString(),
    paidAt: invoice.paidAt?.toISOString() ?? null,
    supplements: supplemented?.invoiceNumber ?? '',
    paymentTerms: invoice.termsDays === 0 ? 'Due on receipt' : `Net ${invoice.termsDays}`,
    issuer,
    remitTo,
    billTo: invoice.billTo,
    shipment: invoice.shipment,
    lines: lines.map((line) => ({
      code: line.code,
      description: line.description,
      quantity: line.quantity,
      unit: line.unit ?? '',
      rateCents: line.rateCents,
      amountCents: line.amountCents,
      freightClass: line.freightClass ?? '',
      weight: line.weight,
    })),
    subtotalCents: invoice.amountCents,
    lateFeeCents: invoice.lateFeeCents,
    totalCents: computeTotal(invoice),
    payments: payments.map(({ createdAt, method, reference, amountCents }) => ({
      paidAt: createdAt.toISOString(),
      method: method ?? '',
      reference: reference ?? '',
      amountCents: -amountCents,
    })),
    paidCents: invoice.amountPaidCents,
    balanceCents: computeRemaining(invoice),
  };
}
