import type { DocumentParty, DocumentState } from './bol-document.js';

/** What one handling unit's label says about it. */
export interface LabelUnit {
  /** Which of the shipment's handling units it is, from 1. */
  number: number;
  /** E.g. `Pallet`. */
  handlingUnitType: string;
  description: string;
  freightClass: string;
  /** Pounds, of this unit; null prints nothing. */
  weight: number | null;
  /** Inches. */
  length: number | null;
  width: number | null;
  height: number | null;
  hazmat: boolean;
}

export const LABEL_FORMATS = ['4x6', 'letter'] as const;
/** Label stock of 4 × 6 inches, or US Letter sheets of two half-sheet labels. */
export type LabelFormat = (typeof LABEL_FORMATS)[number];

/** Shipping labels of 4 × 6 inches, one for each unit, numbered "1 of N". Strings may be empty. */
export interface LabelsDocument {
  format: LabelFormat;
  /** Handling units of the shipment: N. */
  count: number;
  state: DocumentState;
  /** Made with a test key. */
  test: boolean;
  bolNumber: string;
  proNumber: string | null;
  carrier: { name: string; scac: string };
  quoteNumber: string;
  serviceLevel: string;
  /** ISO 8601; the date part is printed. */
  pickupDate: string | null;
  shipFrom: DocumentParty;
  shipTo: DocumentParty;
  references: { name: string; value: string }[];
  units: LabelUnit[];
}
