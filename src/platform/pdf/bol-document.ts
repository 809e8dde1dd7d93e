/** A party of a shipment. Every value may be empty. */
export interface DocumentParty {
  company: string;
  contact: string;
  /** Street address. */
  address: string;
  city: string;
  state: string;
  zip: string;
  phone: string;
  email: string;
}

/** Whose paper it is. */
export interface DocumentIssuer {
  party: DocumentParty;
  /** A `data:` URL of a PNG or JPEG. */
  logo: string;
  /** `#rrggbb`, of lines; empty: black. */
  color: string;
}

/** How sure the document is; drafts and voided documents say so in words at the top of each page. */
export type DocumentState = 'draft' | 'final' | 'void';

/** One row of the customer order information. */
export interface BolOrder {
  number: string;
  packages: number | null;
  /** Pounds. */
  weight: number | null;
  /** Whether the packages stand on pallets or slip sheets; null leaves it to be circled. */
  palletized: boolean | null;
  /** Additional shipper information. */
  note: string;
}

/** One row of the carrier information. */
export interface BolLine {
  handlingUnits: number;
  /** E.g. `Pallet`. */
  handlingUnitType: string;
  /** Packages on the handling units; null prints nothing. */
  pieces: number | null;
  /** E.g. `Carton`. */
  packageType: string;
  /** Pounds, of the whole line. */
  weight: number;
  /** Marked with an X. */
  hazmat: boolean;
  /** The shipping description of 49 CFR 172.202 and 172.203; it stands before everything else that is said of the line. */
  hazmatDescription: string;
  /** The commodity. */
  description: string;
  /** NMFC item, with its sub. */
  nmfc: string;
  freightClass: string;
  /** Inches, of one handling unit. */
  length: number | null;
  width: number | null;
  height: number | null;
}

/** What a bill of lading shows. Strings may be empty; the template formats money, weights and dates. */
export interface BolDocument {
  issuer: DocumentIssuer;
  state: DocumentState;
  /** Made with a test key: the paper says that it moves no freight. */
  test: boolean;
  /** 17 digits with a GS1 check digit make a GS1-128 barcode, AI (402); anything else is Code 128. */
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
  /** Who pays a third-party bill; null prints an empty box. */
  billTo: (DocumentParty & { account: string }) | null;
  /** Whom to call about hazardous materials, 49 CFR 172.604; null leaves it to be written in. */
  emergency: { name: string; phone: string; contract: string } | null;
  /** Its line breaks are kept. */
  specialInstructions: string;
  references: { name: string; value: string }[];
  /** May be empty: the box then stays open to be written in. */
  orders: BolOrder[];
  lines: BolLine[];
  accessorials: { code: string; label: string }[];
  /** Null leaves the amount to be written in. */
  codCents: number | null;
  /** Total declared value; null leaves the amounts to be written in. */
  declaredValueCents: number | null;
  totals: {
    handlingUnits: number;
    /** Of the carrier information; null prints nothing. */
    pieces: number | null;
    /** Of the customer orders; null prints nothing. */
    packages: number | null;
    /** Pounds of the customer orders; null prints nothing. */
    orderedWeight: number | null;
    /** Pounds of the carrier information. */
    weight: number;
  };
}
