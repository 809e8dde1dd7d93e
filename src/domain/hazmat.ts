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
  /** The other classes that it has, by 49 CFR 172.101, column 6. */
  subsidiary_hazard_classes?: string[];
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

/** Classes whose entries of 49 CFR 172.101 have a packing group, but for a few. */
const CLASSES_WITH_PACKING_GROUP = /^(3|4\.[1-3]|5\.1|6\.1|8)$/;
/** Those few: self-reactive substances, batteries, fuel cells, smoke and tear-gas munitions, articles. */
const UN_NUMBERS_WITHOUT_PACKING_GROUP =
  /^UN(322[1-9]|323\d|3240|279[45]|2800|3028|3292|347[367]|1700|201[67]|2028|354\d)$/;

const NOT_SPECIFIED = /\bn\.?\s?o\.?\s?s\b/i;
/** Shipping names that tell a hazard and no substance: each has the letter G in 172.101, column 1. */
const GENERIC_HAZARD_NAME =
  /^(combustible|compressed gas|corrosive|environmentally hazardous|flammable|liquefied gas|oxidizing|other regulated|poison|polymerizing|pyrophoric|self-heating|self-reactive|toxic|water-reactive)/i;

/** What a part of a line weighs is at most what the line does; undefined: nothing was said. */
export function isWithinLine(part: unknown, whole: unknown): boolean {
  return typeof part !== 'number' || typeof whole !== 'number' || part <= whole;
}

/** A field that most entries like this one have in 49 CFR 172.101 and 172.203(k), and this one lacks. */
export type HazmatGap = 'packing_group' | 'technical_name';

export function findHazmatGaps({
  un_number: number,
  hazard_class: of,
  packing_group: group,
  ...hazmat
}: Hazmat): HazmatGap[] {
  const grouped = CLASSES_WITH_PACKING_GROUP.test(of) && !UN_NUMBERS_WITHOUT_PACKING_GROUP.test(number);
  const generic = NOT_SPECIFIED.test(hazmat.proper_shipping_name) && !hazmat.technical_name?.trim();
  return [
    ...(grouped && !group ? ['packing_group' as const] : []),
    ...(generic ? ['technical_name' as const] : []),
  ];
}

/** 172.203(k): a name that tells no substance is not shipped under without the technical one. */
export function isMissingTechnicalName(hazmat: Hazmat): boolean {
  return (
    findHazmatGaps(hazmat).includes('technical_name') && GENERIC_HAZARD_NAME.test(hazmat.proper_shipping_name)
  );
}

/** `3`, `3, (8)`: with the subsidiary classes in parentheses, 172.202(a)(3). */
export function formatHazardClasses({
  hazard_class: main,
  subsidiary_hazard_classes: others = [],
}: Hazmat): string {
  return others.length > 0 ? `${main}, (${others.join(', ')})` : main;
}
