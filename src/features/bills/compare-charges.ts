import {
  normalizeCode,
  isAdjustmentReason,
  toReasonName,
  RECLASS,
  REWEIGH,
} from '../../domain/billing-codes.js';
import { CHARGE_NAMES, CHARGE_TYPES, type Charge, type ChargeType } from '../../domain/charges.js';

/** What is compared: a type of charge, or the total where the carrier didn't itemize. */
export const COMPARED_TYPES = [...CHARGE_TYPES, 'total'] as const;
export type ComparedType = ChargeType | 'total';

/** Types whose lines are each a service of their own: what is billed for one never makes up for another. */
const ITEMIZED_TYPES: readonly ChargeType[] = ['accessorial', 'adjustment'];
/** Scales differ by a pound. */
const WEIGHT_TOLERANCE = 1;
/** How many differences a text names. */
const MAX_NAMED_DIFFERENCES = 5;
const MAX_NAMES_LENGTH = 170;

/** One line of a carrier's bill. */
export interface BillLine {
  type: ChargeType;
  code: string | null;
  description: string | null;
  /** Negative for a discount. */
  amountCents: number;
  /** Pounds that were billed. */
  weight?: number | null;
  /** The class that was billed. */
  freightClass?: string | null;
}

/** What was quoted and what is billed for one code or type, in cents. */
export interface ChargeComparison {
  type: ComparedType;
  /** Null where lines are compared by type. */
  code: string | null;
  quotedCents: number;
  billedCents: number;
  withinTolerance: boolean;
}

/** What was quoted: the lines of the price, and the freight that it is for. */
export interface QuotedPrice {
  charges: Charge[];
  items: readonly { weight: number; freight_class: string }[];
}

/** What is summed up: the lines of one code, or of one type. */
interface ChargeGroup {
  type: ChargeType;
  code: string | null;
}

/**
 * Holds a carrier's bill against the quote, code by code and then, for what has no code in common, type by type; by the
 * total alone when the bill has no lines.
 * @param toleranceCents how far each may be off, up or down
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
  if (billed.lines.length === 0)
    return [compare({ type: 'total', code: null }, [sumAmounts(quoted), billed.totalCents])];
  const groupOf = buildGrouping(quoted, billed.lines);
  const groups = new Map<string, { group: ChargeGroup; sums: [number, number] }>();
  for (const [side, lines] of [quoted, billed.lines].entries()) {
    for (const line of lines) {
      const group = groupOf(line);
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

/** Why a bill differs, by code: what the lines name, and what their weights and classes say, also at the same price. */
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

/** What differs, in words: the reasons that no line names, then each line; the first few of them. Empty for a total alone. */
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

/** Cents of the lines. */
export function sumAmounts(lines: readonly { amountCents: number }[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** A code that both sides have is compared by itself, and so is each service; the rest by its type. */
function buildGrouping(quoted: Charge[], billed: BillLine[]): (line: BillLine | Charge) => ChargeGroup {
  const known = new Map<string, ChargeType>();
  for (const { code, type } of quoted)
    if (!known.has(normalizeCode(code))) known.set(normalizeCode(code), type);
  const shared = new Set(
    billed.flatMap(({ code }) => (code && known.has(normalizeCode(code)) ? [normalizeCode(code)] : [])),
  );
  const unnamed = new Set(billed.filter(({ code }) => !code).map(({ type }) => type));
  return ({ type, code: written }) => {
    const code = written ? normalizeCode(written) : null;
    if (code !== null && shared.has(code)) return { type: known.get(code)!, code };
    const apart = code !== null && ITEMIZED_TYPES.includes(type) && !unnamed.has(type);
    return { type, code: apart ? code : null };
  };
}

function formatComparisonName({ code, type }: ChargeComparison): string {
  const named = code !== null && (isAdjustmentReason(code) || ITEMIZED_TYPES.includes(type as ChargeType));
  return named ? toReasonName(code) : CHARGE_NAMES[type as ChargeType];
}

/** Only where the bill says what was weighed. Many carriers' prices don't: then it is held against the freight quoted. */
function isReweighed(billed: BillLine[], { charges, items }: QuotedPrice): boolean {
  const weights = (lines: { type: ChargeType; weight?: number | null }[]) =>
    lines.flatMap(({ type, weight }) => (type === 'linehaul' ? (weight ?? []) : []));
  const [charged, priced] = [weights(billed), weights(charges)];
  const rated = priced.length > 0 ? priced : items.map(({ weight }) => weight);
  const pounds = (of: number[]) => of.reduce((sum, weight) => sum + weight, 0);
  return (
    charged.length > 0 && rated.length > 0 && Math.abs(pounds(charged) - pounds(rated)) > WEIGHT_TOLERANCE
  );
}

/** The same of classes. */
function isReclassed(billed: BillLine[], { charges, items }: QuotedPrice): boolean {
  const classes = (lines: { type: ChargeType; freightClass?: string | null }[]) =>
    lines.flatMap(({ type, freightClass }) => (type === 'linehaul' ? (freightClass ?? []) : []));
  const [charged, priced] = [classes(billed), classes(charges)];
  const rated = new Set<string>(priced.length > 0 ? priced : items.map((item) => item.freight_class));
  return rated.size > 0 && charged.some((each) => !rated.has(each));
}
