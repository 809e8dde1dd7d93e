import type { Markup } from '../customers/customer.entity.js';
import { sumCents, type Charge } from '../../domain/charges.js';
import { percentOf } from '../../domain/money.js';
import type { Quote } from './quote.entity.js';

/** What a customer pays, and what the carrier asks where that is something else. */
export type SellPrice = Pick<Quote, 'netChargeCents' | 'charges' | 'costCents' | 'costCharges'>;

/** A carrier's price as it is sold. Without a markup that is the price as it came. */
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

/** What is added to a cost, in cents: its percentage, rounded half up, and the flat amount; the minimum at least. */
export function computeMarkupCents(
  costCents: number,
  { percent, flat_cents, minimum_cents }: Markup,
): number {
  return Math.max(minimum_cents, percentOf(costCents, Math.round(percent * 100)) + flat_cents);
}

/**
 * The carrier's lines with the markup inside the linehaul, each of its lines and the deficit weight by its share: they are
 * one rate. No line says what it is multiplied from, in numbers or in words: that would give the cost away.
 */
function distributeMarkup(charges: Charge[], added: number): Charge[] {
  const largest = charges.reduce((best, charge) => (charge.amountCents > best.amountCents ? charge : best));
  const linehaul = charges.filter(isLinehaul);
  const bearers = sumCents(linehaul) > 0 ? linehaul : [largest];
  const total = sumCents(bearers);
  let passed = 0;
  let given = 0;
  return charges.map((charge) => {
    if (!bearers.includes(charge)) return removeRate(charge, charge.amountCents);
    passed += charge.amountCents;
    const share = prorateCents(added, passed, total) - given;
    given += share;
    return removeRate(charge, charge.amountCents + share);
  });
}

function isLinehaul({ type }: Charge): boolean {
  return type === 'linehaul' || type === 'deficit_weight';
}

/** `cents × part ÷ whole` in whole cents. The product may be beyond what a number holds exactly. */
function prorateCents(cents: number, part: number, whole: number): number {
  return Number((BigInt(cents) * BigInt(part)) / BigInt(whole));
}

function removeRate({ rateCents: _rate, quantity, unit, ...line }: Charge, amountCents: number): Charge {
  const description = line.description.replaceAll(/\s*\d+([.,]\d+)?\s*%/g, '').trim() || line.code;
  const counted = unit === 'percent' ? {} : { quantity, unit };
  return { ...line, ...counted, description, amountCents };
}
