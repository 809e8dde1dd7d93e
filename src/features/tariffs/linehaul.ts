import type { Charge } from '../../domain/charges.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../domain/freight-classes.js';
import { createCentsRounder } from '../../domain/money.js';
import type { Lane } from './lanes.js';
import { WEIGHT_BREAKS } from './weight-breaks.js';

/** The rates of one class on one lane. */
export interface LaneRate extends Lane {
  freightClass: FreightClass;
  /** The least that the lane costs, in cents. */
  minimumCents: number;
  /** Cents per hundredweight, one for each weight break. */
  ratesCents: number[];
}

/** The freight that is billed by one class. */
export interface BilledFreight {
  freightClass: FreightClass;
  /** Whole pounds: begun ones count. */
  pounds: number;
  /** What it was declared as, where the tariff bills another class. */
  declaredClasses: FreightClass[];
}

interface WeighedItem {
  weight: number;
  freight_class: FreightClass;
}

/** The items by the class they are billed by, lowest class first. @param fak freight of all kinds: the class billed for a class */
export function groupByBilledClass(
  items: readonly WeighedItem[],
  fak: Readonly<Partial<Record<FreightClass, FreightClass>>>,
): BilledFreight[] {
  const billed = Map.groupBy(items, ({ freight_class: declared }) => fak[declared] ?? declared);
  return FREIGHT_CLASSES.filter((freightClass) => billed.has(freightClass)).map((freightClass) => {
    const lines = billed.get(freightClass)!;
    const others = lines.map((line) => line.freight_class).filter((declared) => declared !== freightClass);
    return { freightClass, pounds: roundUpPounds(lines), declaredClasses: [...new Set(others)] };
  });
}

/** The noise of floating-point sums begins no pound. */
function roundUpPounds(lines: readonly WeighedItem[]): number {
  const sum = lines.reduce((pounds, { weight }) => pounds + weight, 0);
  return Math.ceil(Math.round(sum * 1_000) / 1_000);
}

/** Freight with the rates that apply to it. */
export type RatedFreight = BilledFreight & { rate: LaneRate };

/**
 * The gross linehaul, a line per class, at the weight break that the whole shipment reaches, or at a heavier one if it is
 * cheaper to be billed up to it: the missing pounds are deficit weight at the lowest rate shipped. Every heavier break is
 * compared, so that a heavier shipment never costs less.
 */
export function buildLinehaulCharges(freight: readonly RatedFreight[]): Charge[] {
  const total = freight.reduce((sum, { pounds }) => sum + pounds, 0);
  const candidates = WEIGHT_BREAKS.map(({ from }, at) => ({ from, at }))
    .filter((_, at) => total < (WEIGHT_BREAKS[at + 1]?.from ?? Infinity))
    .map(({ from, at }): BreakBilling => {
      const deficit = Math.max(0, from - total);
      const lowest = Math.min(...freight.map(({ rate }) => rate.ratesCents[at]!));
      const shipped = freight.reduce((sum, { pounds, rate }) => sum + pounds * rate.ratesCents[at]!, 0);
      return {
        from,
        breakIndex: at,
        deficit,
        deficitRateCents: lowest,
        hundredths: shipped + deficit * lowest,
      };
    });
  return buildChargesAtBreak(
    candidates.reduce((best, next) => (next.hundredths < best.hundredths ? next : best)),
    freight,
  );
}

/** A shipment as it is billed at one weight break. */
interface BreakBilling {
  from: number;
  /** Which break it is. */
  breakIndex: number;
  /** Pounds missing to the break. */
  deficit: number;
  /** Cents per hundredweight of those. */
  deficitRateCents: number;
  /** The price in hundredths of a cent, which is exact. */
  hundredths: number;
}

function buildChargesAtBreak(
  { from, breakIndex: at, deficit, deficitRateCents: lowest }: BreakBilling,
  freight: readonly RatedFreight[],
): Charge[] {
  const amountOf = createCentsRounder();
  const charges = freight.map(({ freightClass, pounds, declaredClasses: declared, rate }): Charge => ({
    type: 'linehaul',
    code: 'LINEHAUL',
    description: `Linehaul, class ${freightClass}${declared.length > 0 ? ` for ${declared.join(', ')} (FAK)` : ''}`,
    amountCents: amountOf(pounds * rate.ratesCents[at]!),
    quantity: pounds / 100,
    unit: 'cwt',
    rateCents: rate.ratesCents[at]!,
    freightClass,
    weight: pounds,
  }));
  if (deficit === 0) return charges;
  return charges.concat({
    type: 'deficit_weight',
    code: 'DEFICIT',
    description: `Deficit weight, billed as ${from.toLocaleString('en-US')} lb`,
    amountCents: amountOf(deficit * lowest),
    quantity: deficit / 100,
    unit: 'cwt',
    rateCents: lowest,
    weight: deficit,
  });
}
