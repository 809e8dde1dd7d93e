import type { Charge } from './charges.js';
import { getCountry, type Country } from './countries.js';
import type { CA_PROVINCES } from './states.js';

export const TAX_CODES = ['GST', 'HST', 'QST'] as const;
export type TaxCode = (typeof TAX_CODES)[number];
export type Province = (typeof CA_PROVINCES)[number];

export interface TaxRate {
  province: Province;
  code: TaxCode;
  /** At most three decimals. */
  percent: number;
}

/** The sales taxes that an organization collects. */
export interface TaxSettings {
  /** GST/HST account number; null if not registered. */
  gstHstNumber: string | null;
  /** QST number; null if not registered. */
  qstNumber: string | null;
  /** Replaces the standard rates; null keeps them. */
  rates: TaxRate[] | null;
}

const gst = (province: Province): TaxRate => ({ province, code: 'GST', percent: 5 });
const hst = (province: Province, percent: number): TaxRate => ({ province, code: 'HST', percent });

/**
 * The rates of each province and territory. Provincial sales taxes of BC, MB and SK do not apply to freight. QST is computed
 * on the price without GST. Nova Scotia has 14 % since April 1, 2025.
 * Source: Canada Revenue Agency, "GST/HST calculator (and rates)".
 * Source: Revenu Quebec, "Basic rules for applying the GST/HST and QST".
 */
export const STANDARD_TAX_RATES: readonly TaxRate[] = [
  ...(['AB', 'BC', 'MB', 'NT', 'NU', 'SK', 'YT'] as const).map(gst),
  hst('ON', 13),
  hst('NS', 14),
  hst('NB', 15),
  hst('NL', 15),
  hst('PE', 15),
  gst('QC'),
  { province: 'QC', code: 'QST', percent: 9.975 },
];

interface TaxedPlace {
  state: string;
  country?: Country | null;
}

export interface TaxedLane {
  origin: TaxedPlace;
  destination: TaxedPlace;
}

export function isWithinCanada({ origin, destination }: TaxedLane): boolean {
  return getCountry(origin) === 'CA' && getCountry(destination) === 'CA';
}

/** A tax on a sum of charges. */
export interface TaxAmount {
  code: TaxCode;
  percent: number;
  amountCents: number;
}

/** Returns the taxes on an amount, each rounded half away from zero to the cent; none unless both ends are in Canada. */
export function computeTaxAmounts(cents: number, lane: TaxedLane, rates: readonly TaxRate[]): TaxAmount[] {
  if (!isWithinCanada(lane)) return [];
  return rates
    .filter(({ province }) => province === lane.destination.state)
    .map(({ code, percent }) => ({ code, percent, amountCents: percentOfCents(cents, percent) }));
}

/**
 * Returns one line for each tax on the sum of the charges, each rounded half away from zero to the cent. A credit has
 * negative taxes. The destination's province decides. Returns no line unless both ends are in Canada, and none for a tax
 * without a registration number.
 * Source: Excise Tax Act, Schedule IX, Part VI, section 2 (freight is supplied where it is delivered) and Schedule VI,
 * Part VII (international freight is zero-rated).
 */
export function computeTaxes(charges: readonly Charge[], lane: TaxedLane, settings: TaxSettings): Charge[] {
  const taxed = charges.filter(({ type }) => type !== 'tax');
  const base = taxed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return computeTaxAmounts(base, lane, settings.rates ?? STANDARD_TAX_RATES).flatMap(
    ({ code, percent, amountCents }): Charge[] => {
      const number = code === 'QST' ? settings.qstNumber : settings.gstHstNumber;
      if (number === null || amountCents === 0) return [];
      const description = `${code} ${percent}%, registration number ${number}`;
      return [{ type: 'tax', code, description, amountCents, quantity: percent, unit: 'percent' }];
    },
  );
}

/** A tax of an invoice, with what earlier credits returned of it. */
export interface CreditableTax {
  code: string;
  description: string;
  percent: number;
  creditedCents: number;
}

/**
 * Returns the tax lines of a credit, in negative cents: the taxes on all credited charges less those returned before. Credits
 * that add up to the invoice's charges therefore return exactly its taxes.
 * @param creditedCents the charges that this credit and the earlier ones return, without taxes
 */
export function computeTaxCredits(taxes: readonly CreditableTax[], creditedCents: number): Charge[] {
  return taxes.flatMap(({ code, description, percent, ...earlier }): Charge[] => {
    const cents = percentOfCents(creditedCents, percent) - earlier.creditedCents;
    if (cents <= 0) return [];
    return [{ type: 'tax', code, description, amountCents: -cents, quantity: percent, unit: 'percent' }];
  });
}

/** Multiplies in thousandths of a percent, because QST has three decimals. Uses BigInt: the product may exceed exact integers. */
function percentOfCents(cents: number, percent: number): number {
  const product = BigInt(Math.abs(cents)) * BigInt(Math.round(percent * 1_000));
  const rounded = Number((product * 2n + 100_000n) / 200_000n);
  return cents < 0 ? 0 - rounded : rounded;
}
