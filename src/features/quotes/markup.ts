import type { Markup } from '../customers/customer.entity.js';
import { sumCents, type Charge } from '../../domain/charges.js';
import { percentOf } from '../../domain/money.js';
import type { Quote } from './quote.entity.js';

/** The price for the customer, and the carrier's price if it differs. */
export type SellPrice = Pick<Quote, 'netChargeCents' | 'charges' | 'costCents' | 'costCharges'>;

/** Adds a markup to a carrier's price. */
export function applyMarkup(
  cost: Pick<SellPrice, 'netChargeCents' | 'charges'>,
  markup: Markup | null,
): SellPrice {
  const { netChargeCents: costCents, charges: costCharges } = cost;
  if (!markup) return { netChargeCents: costCents, charges: costCharges, costCents: null, costCharges: null };
  const added = computeMarkupCents(costCents, markup);
  return {
    netChargeCents: costCents + added,
    charges: distributeMarkup(costCharges, added),
    costCents,
    costCharges,
  };
}

/** Returns the percentage, rounded half up, plus the flat amount; at least the minimum. */
export function computeMarkupCents(
  costCents: number,
  { percent, flat_cents, minimum_cents }: Markup,
): number {
  return Math.max(minimum_cents, percentOf(costCents, Math.round(percent * 100)) + flat_cents);
}

/** Spreads the markup over the linehaul in proportion. Removes rates and percentages, which would reveal the cost. */
function distributeMarkup(charges: Charge[], added: number): Charge[] {
  const largest = charges.reduce((best, charge) => (charge.amountCents > best.amountCents ? charge : best));
  const linehaul = charges.filter(isLinehaul);
  const bearers = sumCents(linehaul) > 0 ? linehaul : [largest];
  const total = sumCents(bearers);
  let base = 0;
  let distributed = 0;
  return charges.map((charge) => {
    if (!bearers.includes(charge)) return removeRate(charge, charge.amountCents);
    base += charge.amountCents;
    const share = prorateCents(added, base, total) - distributed;
    distributed += share;
    return removeRate(charge, charge.amountCents + share);
  });
}

function isLinehaul({ type }: Charge): boolean {
  return type === 'linehaul' || type === 'deficit_weight';
}

/** Uses BigInt: the product may exceed the range of exact integers. */
function prorateCents(cents: number, part: number, whole: number): number {
  return Number((BigInt(cents) * BigInt(part)) / BigInt(whole));
}

function removeRate({ rateCents: _rate, quantity, unit, ...line }: Charge, amountCents: number): Charge {
  const description = line.description.replaceAll(/\s*\d+([.,]\d+)?\s*%/g, '').trim() || line.code;
  const count = unit === 'percent' ? {} : { quantity, unit };
  return { ...line, ...count, description, amountCents };
}
