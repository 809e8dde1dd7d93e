import { codeKey, isReason, RECLASS, REWEIGH } from '../vocabulary/billing-codes.js';
import { CHARGE_TYPES, type Charge, type ChargeType } from '../vocabulary/charges.js';

/** What is compared: a type of charge, or the total where the carrier didn't itemize. */
export const COMPARED_TYPES = [...CHARGE_TYPES, 'total'] as const;
export type ComparedType = ChargeType | 'total';

/** Types whose lines are each a service of their own: what is billed for one never makes up for another. */
const ITEMIZED: readonly ChargeType[] = ['accessorial', 'adjustment'];
/** Scales differ by a pound. */
const WEIGHT_TOLERANCE = 1;

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
export interface Comparison {
  type: ComparedType;
  /** Null where lines are compared by type. */
  code: string | null;
  quotedCents: number;
  billedCents: number;
  withinTolerance: boolean;
}

/** What is summed up: the lines of one code, or of one type. */
interface Group {
  type: ChargeType;
  code: string | null;
}

/**
 * Holds a carrier's bill against the quote, code by code and then, for what has no code in common, type by type; by the
 * total alone when the bill has no lines.
 * @param toleranceCents how far each may be off, up or down
 */
export function audit(
  billed: { lines: BillLine[]; totalCents: number },
  quoted: Charge[],
  toleranceCents: number,
): Comparison[] {
  const compare = (
    group: { type: ComparedType; code: string | null },
    sums: [number, number],
  ): Comparison => ({
    ...group,
    quotedCents: sums[0],
    billedCents: sums[1],
    withinTolerance: Math.abs(sums[1] - sums[0]) <= toleranceCents,
  });
  if (billed.lines.length === 0)
    return [compare({ type: 'total', code: null }, [sumOf(quoted), billed.totalCents])];
  const groupOf = grouping(quoted, billed.lines);
  const groups = new Map<string, { group: Group; sums: [number, number] }>();
  for (const [side, lines] of [quoted, billed.lines].entries()) {
    for (const line of lines) {
      const group = groupOf(line);
      const key = `${group.type} ${group.code}`;
      const entry = groups.get(key) ?? { group, sums: [0, 0] as [number, number] };
      entry.sums[side]! += line.amountCents;
      groups.set(key, entry);
    }
  }
  const order = ({ group }: { group: Group }): number => CHARGE_TYPES.indexOf(group.type);
  return [...groups.values()]
    .sort((a, b) => order(a) - order(b))
    .map(({ group, sums }) => compare(group, sums));
}

/** Why a bill differs, by code: what the lines name, and what their weights and classes say, also at the same price. */
export function reasonsFor(lines: BillLine[], quoted: Charge[], comparison: Comparison[]): string[] {
  const named = comparison
    .filter(({ code, withinTolerance }) => code !== null && isReason(code) && !withinTolerance)
    .map(({ code }) => code!);
  const linehaul = quoted.filter(({ type }) => type === 'linehaul');
  const found = [
    ...(isReweighed(lines, linehaul) ? [REWEIGH] : []),
    ...(isReclassed(lines, linehaul) ? [RECLASS] : []),
  ];
  return [...new Set([...found, ...named])];
}

/** Cents of the lines. */
export function sumOf(lines: readonly { amountCents: number }[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** A code that both sides have is compared by itself, and so is each service; the rest by its type. */
function grouping(quoted: Charge[], billed: BillLine[]): (line: BillLine | Charge) => Group {
  const known = new Map<string, ChargeType>();
  for (const { code, type } of quoted) if (!known.has(codeKey(code))) known.set(codeKey(code), type);
  const shared = new Set(
    billed.flatMap(({ code }) => (code && known.has(codeKey(code)) ? [codeKey(code)] : [])),
  );
  const unnamed = new Set(billed.filter(({ code }) => !code).map(({ type }) => type));
  return ({ type, code: written }) => {
    const code = written ? codeKey(written) : null;
    if (code !== null && shared.has(code)) return { type: known.get(code)!, code };
    const apart = code !== null && ITEMIZED.includes(type) && !unnamed.has(type);
    return { type, code: apart ? code : null };
  };
}

/** Only where both sides say what they weighed. */
function isReweighed(billed: BillLine[], quoted: Charge[]): boolean {
  const weights = (lines: { type: ChargeType; weight?: number | null }[]) =>
    lines.flatMap(({ type, weight }) => (type === 'linehaul' ? (weight ?? []) : []));
  const [charged, rated] = [weights(billed), weights(quoted)];
  const pounds = (of: number[]) => of.reduce((sum, weight) => sum + weight, 0);
  return (
    charged.length > 0 && rated.length > 0 && Math.abs(pounds(charged) - pounds(rated)) > WEIGHT_TOLERANCE
  );
}

function isReclassed(billed: BillLine[], quoted: Charge[]): boolean {
  const classes = (lines: { freightClass?: string | null }[]) =>
    new Set(lines.flatMap(({ freightClass }) => freightClass ?? []));
  const [charged, rated] = [classes(billed.filter(({ type }) => type === 'linehaul')), classes(quoted)];
  return charged.size > 0 && rated.size > 0 && [...charged].some((each) => !rated.has(each));
}
