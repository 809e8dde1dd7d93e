import type { Schemas } from '@lading/sdk';

type Line = Schemas['SpendLine'];

/** Lines of a spend report that belong together, added up. */
export type SpendGroup = Schemas['SpendTotals'] & { name: string };

const formatLane = ({ origin_state, destination_state }: Line) => `${origin_state} to ${destination_state}`;

/** What lines are put together by, as the address bar has it. */
const NAMES: Record<string, (line: Line) => string> = {
  carrier: ({ carrier_name, scac }) => `${carrier_name} (${scac})`,
  lane: formatLane,
  both: (line) => `${line.carrier_name} (${line.scac}), ${formatLane(line)}`,
};

/** The lines by what `by` says, the dearest first. */
export function groupSpendLines(lines: Line[], by = 'carrier'): SpendGroup[] {
  const nameOf = NAMES[by] ?? NAMES.carrier!;
  const groups = new Map<string, Line[]>();
  for (const line of lines) groups.set(nameOf(line), [...(groups.get(nameOf(line)) ?? []), line]);
  return [...groups]
    .map(([name, of]) => sumLines(name, of))
    .toSorted((a, b) => b.charge_cents - a.charge_cents);
}

function sumLines(name: string, lines: Line[]): SpendGroup {
  const sum = (of: (line: Line) => number | null) => lines.reduce((all, line) => all + (of(line) ?? 0), 0);
  const weight = sum((line) => line.weight);
  const charge_cents = sum((line) => line.charge_cents);
  const seesCosts = lines.every((line) => line.cost_cents !== null);
  const cost_cents = seesCosts ? sum((line) => line.cost_cents) : null;
  return {
    name,
    shipment_count: sum((line) => line.shipment_count),
    weight,
    charge_cents,
    cost_cents,
    charge_cents_per_cwt: computeCostPerCwt(charge_cents, weight),
    cost_cents_per_cwt: cost_cents === null ? null : computeCostPerCwt(cost_cents, weight),
  };
}

function computeCostPerCwt(cents: number, pounds: number): number | null {
  return pounds > 0 ? Math.round((cents * 100) / pounds) : null;
}
