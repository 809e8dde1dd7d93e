import type { DocumentParty, DocumentState } from './bol-document.js';

export interface LabelUnit {
  /** Number within the shipment, from 1. */
  number: number;
  /** E.g. `Pallet`. */
  handlingUnitType: string;
  description: string;
  freightClass: string;
  /** Pounds of this unit; null prints nothing. */
  weight: number | null;
  /** Inches. */
  length: number | null;
  width: number | null;
  height: number | null;
  hazmat: boolean;
}

export const LABEL_FORMATS = ['4x6', 'letter'] as const;
/** Label stock of 4 × 6 inches, or US Letter sheets with two labels each. */
export type LabelFormat = (typeof LABEL_FORMATS)[number];

/** Data of the labels template, one label per unit. Strings may be empty. */
export interface LabelsDocument {
  format: LabelFormat;
  /** Number of handling units of the shipment. */
  count: number;
  state: DocumentState;
  /** Created in test mode. */
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
