import type { Schemas } from '@lading/sdk';

type Line = Schemas['SpendLine'];

/** The totals of the lines with the same carrier, lane or both. */
export type SpendGroup = Schemas['SpendTotals'] & { name: string };

const formatCarrier = ({ carrier_name, scac }: Line) => `${carrier_name} (${scac})`;
const formatLane = ({ origin_state, destination_state }: Line) => `${origin_state} to ${destination_state}`;

const DEFAULT_GROUPING = formatCarrier;
const GROUPINGS: Record<string, (line: Line) => string> = {
  lane: formatLane,
  both: (line) => `${formatCarrier(line)}, ${formatLane(line)}`,
};

/** Groups lines by `lane`, by `both` carrier and lane, or by carrier. Sorts the most expensive group first. */
export function groupSpendLines(lines: Line[], grouping = ''): SpendGroup[] {
  const getName = GROUPINGS[grouping] ?? DEFAULT_GROUPING;
  const groups = new Map<string, Line[]>();
  for (const line of lines) groups.set(getName(line), [...(groups.get(getName(line)) ?? []), line]);
  return [...groups]
    .map(([name, group]) => sumLines(name, group))
    .toSorted((a, b) => b.charge_cents - a.charge_cents);
}

function sumLines(name: string, lines: Line[]): SpendGroup {
  const sum = (getValue: (line: Line) => number | null) =>
    lines.reduce((total, line) => total + (getValue(line) ?? 0), 0);
  const weight = sum((line) => line.weight);
  const chargeCents = sum((line) => line.charge_cents);
  const hasCosts = lines.every((line) => line.cost_cents !== null);
  const costCents = hasCosts ? sum((line) => line.cost_cents) : null;
  return {
    name,
    // A report has one currency.
    currency: lines[0]!.currency,
    shipment_count: sum((line) => line.shipment_count),
    weight,
    charge_cents: chargeCents,
    cost_cents: costCents,
    charge_cents_per_cwt: computeCentsPerCwt(chargeCents, weight),
    cost_cents_per_cwt: costCents === null ? null : computeCentsPerCwt(costCents, weight),
  };
}

function computeCentsPerCwt(cents: number, pounds: number): number | null {
  return pounds > 0 ? Math.round((cents * 100) / pounds) : null;
}
