import type { Country } from '../../domain/countries.js';

/** Every value may be empty. */
export interface DocumentParty {
  company: string;
  contact: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  /** Printed unless it is the US. */
  country?: Country;
  phone: string;
  email: string;
}

export interface DocumentIssuer {
  party: DocumentParty;
  /** A `data:` URL of a PNG or JPEG. */
  logo: string;
  /** Line color as `#rrggbb`; empty for black. */
  color: string;
}

/** Draft and void documents are marked at the top of each page. */
export type DocumentState = 'draft' | 'final' | 'void';

export interface BolOrder {
  number: string;
  packages: number | null;
  /** Pounds. */
  weight: number | null;
  /** On pallets or slip sheets; null prints both options to circle. */
  palletized: boolean | null;
  /** Additional shipper information. */
  note: string;
}

export interface BolLine {
  handlingUnits: number;
  /** E.g. `Pallet`. */
  handlingUnitType: string;
  /** Null prints nothing. */
  pieces: number | null;
  /** E.g. `Carton`. */
  packageType: string;
  /** Pounds of the whole line. */
  weight: number;
  hazmat: boolean;
  /** Shipping description by 49 CFR 172.202 and 172.203. It must come first in the line. */
  hazmatDescription: string;
  description: string;
  /** NMFC item with its sub number. */
  nmfc: string;
  freightClass: string;
  /** Inches of one handling unit. */
  length: number | null;
  width: number | null;
  height: number | null;
}

/** Data of the bill of lading template. Strings may be empty. The template formats money, weights and dates. */
export interface BolDocument {
  issuer: DocumentIssuer;
  state: DocumentState;
  /** Created in test mode, which the page states. */
  test: boolean;
  /** Printed as a GS1-128 barcode with AI (402) if it has 17 digits and a valid check digit, else as Code 128. */
  bolNumber: string;
  /** ISO 8601; the date part is printed. */
  issuedAt: string;
  carrier: { name: string; scac: string };
  proNumber: string | null;
  /** ISO 8601; the date part is printed. */
  pickupDate: string | null;
  quoteNumber: string;
  serviceLevel: string;
  terms: 'prepaid' | 'collect' | 'third_party';
  shipFrom: DocumentParty;
  shipTo: DocumentParty;
  /** Third-party payer; null prints an empty box. */
  billTo: (DocumentParty & { account: string }) | null;
  /** Emergency contact by 49 CFR 172.604; null prints a blank line. */
  emergency: { name: string; phone: string; contract: string } | null;
  /** Line breaks are kept. */
  specialInstructions: string;
  references: { name: string; value: string }[];
  /** An empty list prints an empty box. */
  orders: BolOrder[];
  lines: BolLine[];
  accessorials: { code: string; label: string }[];
  /** Null prints a blank line. */
  codCents: number | null;
  /** Total declared value; null prints blank lines. */
  declaredValueCents: number | null;
  totals: {
    handlingUnits: number;
    /** Null prints nothing. */
    pieces: number | null;
    /** Packages of the customer orders; null prints nothing. */
    packages: number | null;
    /** Pounds of the customer orders; null prints nothing. */
    orderedWeight: number | null;
    /** Pounds of the carrier information. */
    weight: number;
  };
}
