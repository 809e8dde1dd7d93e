export const PACKING_GROUPS = ['I', 'II', 'III'] as const;
export type PackingGroup = (typeof PACKING_GROUPS)[number];

/** An identification number of 49 CFR 172.101, column 4; `ID8000` is the one of its kind. */
export const UN_NUMBER = /^(UN|NA)\d{4}$|^ID8000$/;

/** A class or division of 49 CFR 173.2, of explosives with their compatibility group (173.52), or a combustible liquid. */
export const HAZARD_CLASS = /^(1\.[1-6][A-HJ-LNS]?|2\.[1-3]|3|4\.[1-3]|5\.[12]|6\.[12]|7|8|9|Comb liq)$/;

/** What is dangerous in a line of freight, as 49 CFR 172.202 has it described. */
export interface Hazmat {
  /** `UN1090`, `NA1993` */
  un_number: string;
  /** As in 49 CFR 172.101, column 2. */
  proper_shipping_name: string;
  hazard_class: string;
  /** Not every entry of the table has one. */
  packing_group?: PackingGroup;
  /** The chemical names that a generic shipping name asks for. */
  technical_name?: string;
  /** Pounds of the dangerous goods; absent: the line's. */
  weight?: number;
  limited_quantity?: boolean;
  reportable_quantity?: boolean;
  marine_pollutant?: boolean;
}
