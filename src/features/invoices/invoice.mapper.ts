import type { DocumentParty } from '../../platform/pdf/bol-document.js';
import { getCountry } from '../../domain/countries.js';
import type { InvoiceDocument } from '../../platform/pdf/invoice-document.js';
import type { Letterhead } from '../../platform/auth/letterhead.js';
import { toDto } from '../../platform/http/contract/case-mapper.js';
import type { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { Mode } from '../../platform/tenancy/tenant.js';
import { sumCents, type Charge } from '../../domain/charges.js';
import { computeAmountDue, computeRemaining, computeTotal } from './invoice-amounts.js';
import type { Invoice } from './invoice.entity.js';
import type { InvoiceLineItem } from './invoice-line-item.entity.js';
import type { InvoicePayment } from './invoice-payment.entity.js';
import { toStatusLabel } from './invoice-states.js';
import {
  InvoiceDto,
  InvoiceLineItemDto,
  InvoicePaymentDto,
  type InvoiceWithLinesDto,
} from './invoices.dto.js';

/** Returns an invoice without its lines and payments, as lists do. */
export function toInvoiceDto(invoice: Invoice): InvoiceDto {
  return toDto(InvoiceDto, invoice, {
    object: 'invoice',
    status_label: toStatusLabel(invoice.status),
    total_cents: computeTotal(invoice),
    amount_due_cents: computeAmountDue(invoice),
    amount_remaining_cents: computeRemaining(invoice),
  });
}

export function toInvoiceWithLinesDto(
  invoice: Invoice,
  lines: InvoiceLineItem[],
  payments: InvoicePayment[],
  remitTo: DocumentParty,
): InvoiceWithLinesDto {
  return {
    ...toInvoiceDto(invoice),
    bill_to: { ...invoice.billTo, country: getCountry(invoice.billTo) },
    remit_to: { ...remitTo, country: getCountry(remitTo) },
    line_items: lines.map((line) => toDto(InvoiceLineItemDto, line, { object: 'invoice_line_item' })),
    payments: payments.map((payment) => toDto(InvoicePaymentDto, payment, { object: 'invoice_payment' })),
  };
}

export function toLineItemRow(invoiceId: number, charge: Charge): Omit<InvoiceLineItem, keyof OwnedEntity> {
  const { type, code, description, amountCents, rateCents, ...details } = charge;
  return {
    invoiceId,
    type,
    code,
    description,
    quantity: details.quantity ?? null,
    unit: details.unit ?? null,
    rateCents: rateCents === undefined ? null : Math.round(rateCents),
    amountCents,
    freightClass: details.freightClass ?? null,
    weight: details.weight ?? null,
  };
}

/** Builds the data of the invoice's print template. */
export function buildInvoiceDocument(
  invoice: Invoice,
  lines: InvoiceLineItem[],
  payments: InvoicePayment[],
  supplemented: Invoice | null,
  { remitTo, ...issuer }: Letterhead,
  mode: Mode,
): InvoiceDocument {
  const taxes = lines.filter(({ type }) => type === 'tax');
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
    lines: lines
      .filter(({ type }) => type !== 'tax')
      .map((line) => ({
        code: line.code,
        description: line.description,
        quantity: line.quantity,
        unit: line.unit ?? '',
        rateCents: line.rateCents,
        amountCents: line.amountCents,
        freightClass: line.freightClass ?? '',
        weight: line.weight,
      })),
    currency: invoice.currency,
    subtotalCents: invoice.amountCents - sumCents(taxes),
    taxes: taxes.map(({ description, amountCents }) => ({ description, amountCents })),
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
