import type { DocumentIssuer, DocumentParty } from './bol-document.js';

export interface CommercialInvoiceLine {
  description: string;
  hsCode: string;
  /** Country of origin, ISO 3166-1 alpha-2. */
  countryOfOrigin: string;
  quantity: number;
  unitValueCents: number;
  valueCents: number;
}

/** Data of the commercial invoice template. Strings may be empty. */
export interface CommercialInvoiceDocument {
  issuer: DocumentIssuer;
  /** Created in test mode, which the page states. */
  test: boolean;
  bolNumber: string;
  proNumber: string | null;
  carrier: { name: string; scac: string };
  /** ISO 8601; the date part is printed. */
  pickupDate: string | null;
  exporter: DocumentParty;
  consignee: DocumentParty;
  /** Company and address as text. The consignee if the shipment names no importer. */
  importer: { company: string; address: string };
  broker: { company: string; phone: string } | null;
  incoterm: string;
  parsNumber: string;
  papsNumber: string;
  references: { name: string; value: string }[];
  lines: CommercialInvoiceLine[];
  totals: {
    quantity: number;
    valueCents: number;
    handlingUnits: number;
    /** Pounds of the shipment. */
    weight: number;
  };
}
