import {
  normalizeCode,
  isAdjustmentReason,
  toReasonName,
  RECLASS,
  REWEIGH,
} from '../../domain/billing-codes.js';
import { CHARGE_NAMES, CHARGE_TYPES, type Charge, type ChargeType } from '../../domain/charges.js';

/** Charge types, and `total` for a bill without lines. */
export const COMPARED_TYPES = [...CHARGE_TYPES, 'total'] as const;
export type ComparedType = ChargeType | 'total';

/** Types whose codes are compared separately: each code is a service of its own. */
const ITEMIZED_TYPES: readonly ChargeType[] = ['accessorial', 'adjustment'];
/** Pounds. */
const WEIGHT_TOLERANCE = 1;
const MAX_NAMED_DIFFERENCES = 5;
const MAX_NAMES_LENGTH = 170;

export interface BillLine {
  type: ChargeType;
  code: string | null;
  description: string | null;
  /** Negative for a discount. */
  amountCents: number;
  /** Billed weight in pounds. */
  weight?: number | null;
  /** Billed class. */
  freightClass?: string | null;
}

/** The quoted and billed amount of one code or one type. */
export interface ChargeComparison {
  type: ComparedType;
  /** Null for a comparison by type. */
  code: string | null;
  quotedCents: number;
  /** The lawful amount of a tax, which the quote does not have. Absent for other charges: the audit expects the quoted amount. */
  expectedCents?: number;
  billedCents: number;
  withinTolerance: boolean;
}

export interface QuotedPrice {
  charges: Charge[];
  items: readonly { weight: number; freight_class: string }[];
}

/** Lines that are summed together: those of one code, or of one type if `code` is null. */
interface ChargeGroup {
  type: ChargeType;
  code: string | null;
}

/**
 * Compares a carrier's bill with the quote by the codes that both have, then the remaining lines by type. A bill without
 * lines is compared by its total, and so is a bill whose only line is the linehaul, if the total agrees with the quote.
 * @param toleranceCents largest accepted difference of each comparison, up or down
 */
export function compareCharges(
  billed: { lines: BillLine[]; totalCents: number },
  quoted: Charge[],
  toleranceCents: number,
): ChargeComparison[] {
  const compare = (
    group: { type: ComparedType; code: string | null },
    sums: [number, number],
  ): ChargeComparison => ({
    ...group,
    quotedCents: sums[0],
    billedCents: sums[1],
    withinTolerance: Math.abs(sums[1] - sums[0]) <= toleranceCents,
  });
  const total = compare({ type: 'total', code: null }, [sumAmounts(quoted), billed.totalCents]);
  const [first, second] = billed.lines;
  if (!first || (!second && first.type === 'linehaul' && total.withinTolerance)) return [total];
  const toGroup = buildGrouping(quoted, billed.lines);
  const groups = new Map<string, { group: ChargeGroup; sums: [number, number] }>();
  for (const [side, lines] of [quoted, billed.lines].entries()) {
    for (const line of lines) {
      const group = toGroup(line);
      const key = `${group.type} ${group.code}`;
      const entry = groups.get(key) ?? { group, sums: [0, 0] as [number, number] };
      entry.sums[side]! += line.amountCents;
      groups.set(key, entry);
    }
  }
  const order = ({ group }: { group: ChargeGroup }): number => CHARGE_TYPES.indexOf(group.type);
  return [...groups.values()]
    .sort((a, b) => order(a) - order(b))
    .map(({ group, sums }) => compare(group, sums));
}

/** Returns the adjustment codes of a bill: those of its lines, and a reweigh or reclass even at the quoted price. */
export function findReasons(
  lines: BillLine[],
  quoted: QuotedPrice,
  comparison: ChargeComparison[],
): string[] {
  const named = comparison
    .filter(({ code, withinTolerance }) => code !== null && isAdjustmentReason(code) && !withinTolerance)
    .map(({ code }) => code!);
  const found = [
    ...(isReweighed(lines, quoted) ? [REWEIGH] : []),
    ...(isReclassed(lines, quoted) ? [RECLASS] : []),
  ];
  return [...new Set([...found, ...named])];
}

/** Returns a short text that lists the differences, or an empty string for a bill without lines. */
export function formatDifferences(comparison: ChargeComparison[], reasons: readonly string[]): string {
  const lines = comparison.filter(({ type, withinTolerance }) => type !== 'total' && !withinTolerance);
  const codes = new Set(lines.map(({ code }) => code));
  const names = [
    ...reasons.filter((code) => !codes.has(code)).map(toReasonName),
    ...lines.map(formatComparisonName),
  ];
  const unique = [...new Set(names)];
  const more = unique.length - MAX_NAMED_DIFFERENCES;
  return (
    unique.slice(0, MAX_NAMED_DIFFERENCES).join(', ').slice(0, MAX_NAMES_LENGTH) +
    (more > 0 ? ` and ${more} more` : '')
  );
}

export function sumAmounts(lines: readonly { amountCents: number }[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Groups lines by code if both sides have the code or the line is an itemized service, and by type otherwise. */
function buildGrouping(quoted: Charge[], billed: BillLine[]): (line: BillLine | Charge) => ChargeGroup {
  const known = new Map<string, ChargeType>();
  for (const { code, type } of quoted)
    if (!known.has(normalizeCode(code))) known.set(normalizeCode(code), type);
  const shared = new Set(
    billed.flatMap(({ code }) => (code && known.has(normalizeCode(code)) ? [normalizeCode(code)] : [])),
  );
  const unnamed = new Set(billed.filter(({ code }) => !code).map(({ type }) => type));
  return ({ type, code: rawCode }) => {
    const code = rawCode ? normalizeCode(rawCode) : null;
    if (code !== null && shared.has(code)) return { type: known.get(code)!, code };
    const isItemized = code !== null && ITEMIZED_TYPES.includes(type) && !unnamed.has(type);
    return { type, code: isItemized ? code : null };
  };
}

function formatComparisonName({ code, type }: ChargeComparison): string {
  const hasName = code !== null && (isAdjustmentReason(code) || ITEMIZED_TYPES.includes(type as ChargeType));
  return hasName ? toReasonName(code) : CHARGE_NAMES[type as ChargeType];
}

/** Compares billed pounds with the pounds of the price, or with those of the quoted freight if the price has none. */
function isReweighed(billed: BillLine[], { charges, items }: QuotedPrice): boolean {
  const weights = (lines: { type: ChargeType; weight?: number | null }[]) =>
    lines.flatMap(({ type, weight }) => (type === 'linehaul' ? (weight ?? []) : []));
  const [charged, priced] = [weights(billed), weights(charges)];
  const rated = priced.length > 0 ? priced : items.map(({ weight }) => weight);
  const sum = (values: number[]) => values.reduce((total, weight) => total + weight, 0);
  return charged.length > 0 && rated.length > 0 && Math.abs(sum(charged) - sum(rated)) > WEIGHT_TOLERANCE;
}

function isReclassed(billed: BillLine[], { charges, items }: QuotedPrice): boolean {
  const classes = (lines: { type: ChargeType; freightClass?: string | null }[]) =>
    lines.flatMap(({ type, freightClass }) => (type === 'linehaul' ? (freightClass ?? []) : []));
  const [charged, priced] = [classes(billed), classes(charges)];
  const rated = new Set<string>(priced.length > 0 ? priced : items.map((item) => item.freight_class));
  return rated.size > 0 && charged.some((billedClass) => !rated.has(billedClass));
}
