import type { Currency } from '../../domain/currencies.js';
import type { DocumentIssuer, DocumentParty } from './bol-document.js';

export interface InvoiceDocumentLine {
  /** E.g. `FUEL`. */
  code: string;
  description: string;
  quantity: number | null;
  /** `cwt`, `percent`, `flat` or another unit printed after the quantity. */
  unit: string;
  /** Cents per unit; null prints nothing. */
  rateCents: number | null;
  /** Negative for a discount. */
  amountCents: number;
  freightClass: string;
  /** Pounds. */
  weight: number | null;
}

/** Data of the invoice template. Strings may be empty. Dates are ISO 8601; only the date part is printed. */
export interface InvoiceDocument {
  invoiceNumber: string;
  status: 'open' | 'paid' | 'overdue' | 'void';
  /** Text of the badge, e.g. `ISSUED`. */
  statusLabel: string;
  /** Created in test mode. */
  test: boolean;
  issuedAt: string;
  dueDate: string;
  paidAt: string | null;
  /** Number of the paid invoice that this invoice supplements or credits; empty without one. */
  supplements: string;
  /** E.g. `Net 30`. */
  paymentTerms: string;
  issuer: DocumentIssuer;
  remitTo: DocumentParty;
  billTo: DocumentParty;
  shipment: {
    bolNumber: string;
    proNumber: string | null;
    carrierName: string;
    scac: string;
    serviceLevel: string;
    quoteNumber: string;
    pickupDate: string | null;
    deliveredAt: string | null;
    /** E.g. `Chicago, IL 60601`. */
    origin: string;
    destination: string;
    /** Pounds. */
    weight: number | null;
    references: { name: string; value: string }[];
  };
  lines: InvoiceDocumentLine[];
  /** Currency of all amounts. */
  currency: Currency;
  /** Sum of the lines, without the taxes. */
  subtotalCents: number;
  taxes: { description: string; amountCents: number }[];
  lateFeeCents: number;
  totalCents: number;
  /** Oldest first. The amount of a payment is negative, that of a refund positive. */
  payments: { paidAt: string; method: string; reference: string; amountCents: number }[];
  paidCents: number;
  balanceCents: number;
}
