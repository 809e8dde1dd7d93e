import type { Currency } from '../../domain/currencies.js';
import type { DocumentIssuer, DocumentParty } from './bol-document.js';

export interface StatementDocumentLine {
  invoiceNumber: string;
  /** `Invoice`, `Overdue` or `Credit`. */
  kind: string;
  issuedAt: string;
  /** Empty for a credit, which has no due date. */
  dueDate: string;
  bolNumber: string;
  proNumber: string;
  totalCents: number;
  /** Payments, negative. */
  paidCents: number;
  balanceCents: number;
}

/** Data of the statement template. Strings may be empty. Dates are ISO 8601; only the date part is printed. */
export interface StatementDocument {
  /** Created in test mode. */
  test: boolean;
  asOf: string;
  issuer: DocumentIssuer;
  remitTo: DocumentParty;
  customer: DocumentParty;
  /** Currency of all amounts. */
  currency: Currency;
  /** Unpaid invoices and credits, oldest first. */
  lines: StatementDocumentLine[];
  /** Invoices that are not in `lines`. `aging` includes them. */
  omittedCount: number;
  /** Balances by days overdue. */
  aging: { label: string; cents: number }[];
  balanceCents: number;
}
