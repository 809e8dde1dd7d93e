import type { Charge } from '../../../domain/charges.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../../domain/freight-classes.js';
import { divideRounded } from '../../../domain/money.js';
import type { Lane } from './lanes.js';

/** The weight breaks of a class tariff: the column in its file and the pounds each starts at. */
export const WEIGHT_BREAKS = [
  { column: 'L5C', from: 0 },
  { column: 'M5C', from: 500 },
  { column: 'M1M', from: 1_000 },
  { column: 'M2M', from: 2_000 },
  { column: 'M5M', from: 5_000 },
  { column: 'M10M', from: 10_000 },
  { column: 'M20M', from: 20_000 },
] as const;

export interface LaneRate extends Lane {
  freightClass: FreightClass;
  /** Minimum linehaul of the lane, in cents. */
  minimumCents: number;
  /** Cents per hundredweight, one for each weight break. */
  ratesCents: number[];
}

export interface BilledFreight {
  freightClass: FreightClass;
  /** Whole pounds, rounded up. */
  pounds: number;
  /** The classes the freight was declared as, where the tariff bills another one. */
  declaredClasses: FreightClass[];
  /** True if `pounds` include pounds of the cubic capacity rule. */
  cubicMinimum?: boolean;
}

/** The class billed for a class (freight all kinds). */
export type FakMap = Readonly<Partial<Record<FreightClass, FreightClass>>>;

interface WeighedItem {
  weight: number;
  freight_class: FreightClass;
}

/** Groups items by billed class, lowest class first. @param fak the class billed for a class (freight all kinds) */
export function groupByBilledClass(items: readonly WeighedItem[], fak: FakMap): BilledFreight[] {
  const billed = Map.groupBy(items, ({ freight_class: declared }) => fak[declared] ?? declared);
  return FREIGHT_CLASSES.filter((freightClass) => billed.has(freightClass)).map((freightClass) => {
    const lines = billed.get(freightClass)!;
    const others = lines.map((line) => line.freight_class).filter((declared) => declared !== freightClass);
    return { freightClass, pounds: roundUpPounds(lines), declaredClasses: [...new Set(others)] };
  });
}

/** Rounds to thousandths first, so that floating-point noise in the sum does not start another pound. */
function roundUpPounds(lines: readonly WeighedItem[]): number {
  const sum = lines.reduce((pounds, { weight }) => pounds + weight, 0);
  return Math.ceil(Math.round(sum * 1_000) / 1_000);
}

export type RatedFreight = BilledFreight & { rate: LaneRate };

interface BreakBilling {
  breakIndex: number;
  deficit: number;
  /** Cents per hundredweight of the deficit: the lowest rate shipped. */
  deficitRateCents: number;
  /** The price in hundredths of a cent, which is exact. */
  hundredths: number;
}

/**
 * Returns the gross linehaul, one line per class, at the cheapest weight break that the total weight reaches or can be billed
 * up to. Billing up adds the missing pounds as deficit weight. Comparing every heavier break, not only the next one, ensures
 * that a heavier shipment never costs less.
 */
export function buildLinehaulCharges(freight: readonly RatedFreight[]): Charge[] {
  const total = freight.reduce((sum, { pounds }) => sum + pounds, 0);
  const candidates = WEIGHT_BREAKS.flatMap(({ from }, breakIndex): BreakBilling[] => {
    if (total >= (WEIGHT_BREAKS[breakIndex + 1]?.from ?? Infinity)) return [];
    const deficit = Math.max(0, from - total);
    const deficitRateCents = Math.min(...freight.map(({ rate }) => rate.ratesCents[breakIndex]!));
    const shipped = freight.reduce((sum, { pounds, rate }) => sum + pounds * rate.ratesCents[breakIndex]!, 0);
    return [{ breakIndex, deficit, deficitRateCents, hundredths: shipped + deficit * deficitRateCents }];
  });
  return buildChargesAtBreak(
    candidates.reduce((best, next) => (next.hundredths < best.hundredths ? next : best)),
    freight,
  );
}

/** Rounds each line by itself, as carriers' bills do. */
function buildChargesAtBreak(
  { breakIndex, deficit, deficitRateCents }: BreakBilling,
  freight: readonly RatedFreight[],
): Charge[] {
  const charges = freight.map(({ freightClass, pounds, declaredClasses, rate, cubicMinimum }): Charge => {
    const fak = declaredClasses.length > 0 ? ` for ${declaredClasses.join(', ')} (FAK)` : '';
    const rateCents = rate.ratesCents[breakIndex]!;
    return {
      type: 'linehaul',
      code: 'LINEHAUL',
      description: `Linehaul, class ${freightClass}${fak}${cubicMinimum ? ', cubic minimum weight' : ''}`,
      amountCents: divideRounded(pounds * rateCents, 100),
      quantity: pounds / 100,
      unit: 'cwt',
      rateCents,
      freightClass,
      weight: pounds,
    };
  });
  if (deficit === 0) return charges;
  return charges.concat({
    type: 'deficit_weight',
    code: 'DEFICIT',
    description: `Deficit weight, billed as ${WEIGHT_BREAKS[breakIndex]!.from.toLocaleString('en-US')} lb`,
    amountCents: divideRounded(deficit * deficitRateCents, 100),
    quantity: deficit / 100,
    unit: 'cwt',
    rateCents: deficitRateCents,
    weight: deficit,
  });
}
