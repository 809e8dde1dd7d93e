export const PACKING_GROUPS = ['I', 'II', 'III'] as const;
export type PackingGroup = (typeof PACKING_GROUPS)[number];

/** Identification numbers of 49 CFR 172.101, column 4. `ID8000` is the only one with `ID`. */
export const UN_NUMBER = /^(UN|NA)\d{4}$|^ID8000$/;

/** Classes and divisions of 49 CFR 173.2. Explosives carry a compatibility group (173.52). */
export const HAZARD_CLASS = /^(1\.[1-6][A-HJ-LNS]?|2\.[1-3]|3|4\.[1-3]|5\.[12]|6\.[12]|7|8|9|Comb liq)$/;

/** The description that 49 CFR 172.202 requires for a line of dangerous goods. */
export interface Hazmat {
  /** `UN1090`, `NA1993` */
  un_number: string;
  /** 49 CFR 172.101, column 2. */
  proper_shipping_name: string;
  hazard_class: string;
  /** 49 CFR 172.101, column 6. */
  subsidiary_hazard_classes?: string[];
  /** Some entries of the table have none. */
  packing_group?: PackingGroup;
  /** The chemical names that a generic shipping name requires. */
  technical_name?: string;
  /** Pounds of the dangerous goods; the weight of the line if absent. */
  weight?: number;
  limited_quantity?: boolean;
  reportable_quantity?: boolean;
  marine_pollutant?: boolean;
}

/** Classes whose entries in 49 CFR 172.101 have a packing group, with few exceptions. */
const CLASSES_WITH_PACKING_GROUP = /^(3|4\.[1-3]|5\.1|6\.1|8)$/;
/** The exceptions: self-reactive substances, batteries, fuel cells, smoke and tear-gas munitions, articles. */
const UN_NUMBERS_WITHOUT_PACKING_GROUP =
  /^UN(322[1-9]|323\d|3240|279[45]|2800|3028|3292|347[367]|1700|201[67]|2028|354\d)$/;

const NOT_SPECIFIED = /\bn\.?\s?o\.?\s?s\b/i;
/** Shipping names of a hazard, not a substance: the entries with the letter G in 172.101, column 1. */
const GENERIC_HAZARD_NAME =
  /^(combustible|compressed gas|corrosive|environmentally hazardous|flammable|liquefied gas|oxidizing|other regulated|poison|polymerizing|pyrophoric|self-heating|self-reactive|toxic|water-reactive)/i;

/** Returns true if `part` is at most `whole`, or one of them is no number. */
export function isWithinLine(part: unknown, whole: unknown): boolean {
  return typeof part !== 'number' || typeof whole !== 'number' || part <= whole;
}

/** A missing field that 49 CFR 172.101 and 172.203(k) ask for in most entries of the same kind. */
export type HazmatGap = 'packing_group' | 'technical_name';

export function findHazmatGaps({
  un_number: number,
  hazard_class: hazardClass,
  packing_group: group,
  ...hazmat
}: Hazmat): HazmatGap[] {
  const grouped =
    CLASSES_WITH_PACKING_GROUP.test(hazardClass) && !UN_NUMBERS_WITHOUT_PACKING_GROUP.test(number);
  const generic = NOT_SPECIFIED.test(hazmat.proper_shipping_name) && !hazmat.technical_name?.trim();
  return [
    ...(grouped && !group ? ['packing_group' as const] : []),
    ...(generic ? ['technical_name' as const] : []),
  ];
}

/** Returns true for a generic shipping name without the technical name that 172.203(k) requires. */
export function isMissingTechnicalName(hazmat: Hazmat): boolean {
  return (
    findHazmatGaps(hazmat).includes('technical_name') && GENERIC_HAZARD_NAME.test(hazmat.proper_shipping_name)
  );
}

/** Formats the classes as `3` or `3, (8)`: 172.202(a)(3) puts subsidiary classes in parentheses. */
export function formatHazardClasses({
  hazard_class: main,
  subsidiary_hazard_classes: others = [],
}: Hazmat): string {
  return others.length > 0 ? `${main}, (${others.join(', ')})` : main;
}
