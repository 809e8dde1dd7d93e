import type { DocumentIssuer, DocumentParty } from './bol-document.js';

/** One charge of an invoice. */
export interface InvoiceDocumentLine {
  /** Machine word, e.g. `FUEL`. */
  code: string;
  description: string;
  quantity: number | null;
  /** `cwt`, `percent`, `flat` or another word to print behind the quantity. */
  unit: string;
  /** Cents a unit; null prints nothing. */
  rateCents: number | null;
  /** May be negative (a discount). */
  amountCents: number;
  freightClass: string;
  /** Pounds. */
  weight: number | null;
}

/** What an invoice shows. Strings may be empty, dates are ISO 8601 (the date part is printed), money is in cents. */
export interface InvoiceDocument {
  invoiceNumber: string;
  status: 'open' | 'paid' | 'overdue' | 'void';
  /** What the badge says, e.g. `ISSUED`. */
  statusLabel: string;
  /** Made with a test key. */
  test: boolean;
  issuedAt: string;
  dueDate: string;
  paidAt: string | null;
  /** Number of the paid invoice that this one adds to or gives credit for; empty: none. */
  supplements: string;
  /** E.g. `Net 30`. */
  paymentTerms: string;
  /** The organization that is paid, which heads the page. */
  issuer: DocumentIssuer;
  /** Where it is paid. */
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
  /** Sum of the lines. */
  subtotalCents: number;
  lateFeeCents: number;
  totalCents: number;
  /** Oldest first, each below zero: what it takes off the total. */
  payments: { paidAt: string; method: string; reference: string; amountCents: number }[];
  paidCents: number;
  balanceCents: number;
}
