import type { Charge } from '../../../domain/charges.js';
import { formatCents } from '../../../domain/money.js';
import { buildWarning, type Warning } from '../../../domain/warnings.js';
import { CarrierDeclined } from '../carrier-adapter.js';

/** The value that a tariff includes, and the price of more. */
export interface Liability {
  /** Cents of value per pound that the linehaul includes. */
  released_cents_per_lb: number;
  /** Cents for each started $100 of value above the released value. Null: the tariff declines a higher value. */
  excess_cents_per_100: number | null;
}

const CENTS_PER_HUNDRED_DOLLARS = 10_000;

/**
 * Returns the charge for the part of the declared value above the released value: the rate for each started $100.
 * Returns no charge without a declared value, without terms, or for a value that is included.
 * @throws CarrierDeclined if the value is higher and the terms have no rate
 */
export function buildDeclaredValueCharges(
  liability: Liability | null,
  declaredCents: number | null,
  pounds: number,
): Charge[] {
  if (liability === null || declaredCents === null) return [];
  const releasedCents = liability.released_cents_per_lb * pounds;
  const excessCents = declaredCents - releasedCents;
  if (excessCents <= 0) return [];
  const rateCents = liability.excess_cents_per_100;
  const released = formatCents(releasedCents);
  if (rateCents === null) {
    const message = `The tariff covers a declared value of at most ${released} for ${pounds.toLocaleString('en-US')} lb.`;
    throw new CarrierDeclined(message);
  }
  const hundreds = Math.ceil(excessCents / CENTS_PER_HUNDRED_DOLLARS);
  if (rateCents === 0) return [];
  return [
    {
      type: 'accessorial',
      code: 'FVC',
      description: `Declared value above ${released}, per $100`,
      amountCents: hundreds * rateCents,
      quantity: hundreds,
      unit: 'flat',
      rateCents,
    },
  ];
}

/** Warns about a declared value without terms: the carrier may bill for it. */
export function buildDeclaredValueWarnings(
  liability: Liability | null,
  declaredCents: number | null,
): Warning[] {
  if (liability !== null || declaredCents === null || declaredCents === 0) return [];
  const message =
    `The price does not include the declared value of ${formatCents(declaredCents)}. ` +
    'The carrier may bill a charge for excess value.';
  return [buildWarning('declared_value_not_priced', 'declared_value_cents', message)];
}
