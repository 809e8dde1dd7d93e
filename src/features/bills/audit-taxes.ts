import { normalizeCode } from '../../domain/billing-codes.js';
import {
  computeTaxAmounts,
  isWithinCanada,
  type TaxAmount,
  type TaxCode,
  type TaxedLane,
  type TaxRate,
} from '../../domain/canadian-taxes.js';
import type { Charge } from '../../domain/charges.js';
import { getCountry } from '../../domain/countries.js';
import { formatMoney, type Currency } from '../../domain/currencies.js';
import { sumAmounts, type BillLine, type ChargeComparison } from './compare-charges.js';

/** Codes of Canadian sales taxes on bills, in English and in French. */
const CODES: ReadonlyMap<string, TaxCode> = new Map([
  ['GST', 'GST'],
  ['TPS', 'GST'],
  ['HST', 'HST'],
  ['TVH', 'HST'],
  ['QST', 'QST'],
  ['TVQ', 'QST'],
]);
const MAX_REASON_LENGTH = 255;

export interface BilledTaxes {
  /** The lines that are not Canadian sales taxes. */
  freightLines: BillLine[];
  taxLines: BillLine[];
}

export interface TaxAudit {
  comparison: ChargeComparison[];
  /** The billed taxes, up to the lawful amount. */
  taxCents: number;
  /** The billed taxes above the lawful amount, in cents. */
  taxDisputedCents: number;
  /** Null if each tax has the lawful amount. */
  reason: string | null;
}

/** Separates the sales taxes from a bill, unless the carrier quoted them. A tax without a code counts if the origin or destination is in Canada. */
export function splitTaxes(lines: BillLine[], quoted: readonly Charge[], lane: TaxedLane): BilledTaxes {
  const isQuoted = quoted.some(({ type, code }) => type === 'tax' || findCode(code) !== undefined);
  const touchesCanada = [lane.origin, lane.destination].some((place) => getCountry(place) === 'CA');
  const isTax = ({ type, code }: BillLine): boolean =>
    !isQuoted && type === 'tax' && (code ? findCode(code) !== undefined : touchesCanada);
  return {
    freightLines: lines.filter((line) => !isTax(line)),
    taxLines: lines.filter(isTax),
  };
}

/**
 * Compares the taxes of a bill with the lawful ones on its other lines. A carrier may bill fewer taxes than apply, because a
 * carrier that is not registered for a tax does not charge it.
 * @param rates the rates of all provinces
 */
export function auditTaxes(
  { freightLines, taxLines }: BilledTaxes,
  lane: TaxedLane,
  rates: readonly TaxRate[],
  { currency, toleranceCents }: { currency: Currency; toleranceCents: number },
): TaxAudit {
  const lawful = computeTaxAmounts(sumAmounts(freightLines), lane, rates);
  // A carrier may round the tax of each line.
  const tolerance = Math.max(toleranceCents, Math.ceil(freightLines.length / 2));
  const comparison = [...groupByCode(taxLines, lawful)].map(([code, billedCents]): ChargeComparison => {
    const applicable = lawful.filter((tax) => code === null || tax.code === code);
    const expectedCents = sumAmounts(applicable);
    const withinTolerance = Math.abs(billedCents - expectedCents) <= tolerance;
    return { type: 'tax', code, quotedCents: 0, expectedCents, billedCents, withinTolerance };
  });
  const faults = comparison.filter(({ withinTolerance }) => !withinTolerance);
  const taxDisputedCents = faults.reduce(
    (cents, { billedCents, expectedCents = 0 }) =>
      cents + (billedCents > 0 ? Math.max(0, billedCents - expectedCents) : 0),
    0,
  );
  const reasons = faults.map((fault) => explainFault(fault, lane, lawful, currency));
  return {
    comparison,
    taxCents: sumAmounts(taxLines) - taxDisputedCents,
    taxDisputedCents,
    reason: reasons.length > 0 ? reasons.join(' ').slice(0, MAX_REASON_LENGTH) : null,
  };
}

/** Sums the taxes by code. If a tax has no code, sums all taxes under null. */
function groupByCode(taxLines: BillLine[], lawful: TaxAmount[]): Map<TaxCode | null, number> {
  const codes = taxLines.map(({ code }) => (code ? findCode(code)! : null));
  const hasAllCodes = !codes.includes(null);
  const sums = new Map<TaxCode | null, number>();
  for (const [index, { amountCents }] of taxLines.entries()) {
    const code = hasAllCodes ? toProvincialCode(codes[index]!, lawful) : null;
    sums.set(code, (sums.get(code) ?? 0) + amountCents);
  }
  return sums;
}

/** Treats GST and HST alike: they are one federal tax, whose name depends on the province. */
function toProvincialCode(code: TaxCode, lawful: TaxAmount[]): TaxCode {
  return code === 'QST' ? code : (lawful.find((tax) => tax.code !== 'QST')?.code ?? code);
}

function explainFault(
  { code, billedCents, expectedCents = 0 }: ChargeComparison,
  lane: TaxedLane,
  lawful: TaxAmount[],
  currency: Currency,
): string {
  const billed = `The bill has ${code ?? 'taxes'} of ${formatMoney(billedCents, currency)}`;
  if (!isWithinCanada(lane)) return `${billed}, but the shipment is not within Canada.`;
  const { state } = lane.destination;
  const applicable = lawful.filter((tax) => code === null || tax.code === code);
  if (applicable.length === 0)
    return `${billed}, but ${code === null ? 'no tax applies' : `${code} does not apply`} in ${state}.`;
  const names = applicable.map((tax) => `${tax.code} ${tax.percent}%`).join(' and ');
  return `${billed}, but ${names} in ${state} is ${formatMoney(expectedCents, currency)}.`;
}

function findCode(code: string): TaxCode | undefined {
  return CODES.get(normalizeCode(code));
}
