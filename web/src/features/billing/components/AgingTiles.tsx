import type { Schemas } from '@lading/sdk';
import { formatMoney } from '../../../ui/format';
import { StatTiles } from '../../../ui/layout';

/** Shows unpaid amounts by days overdue. */
export function AgingTiles({ totals, totalLabel }: { totals: Schemas['AgingBuckets']; totalLabel: string }) {
  const format = (cents: number) => formatMoney(cents, totals.currency);
  return (
    <StatTiles
      tiles={[
        ['Current', format(totals.current_cents)],
        ['1–30 days overdue', format(totals.days_1_30_cents)],
        ['31–60 days', format(totals.days_31_60_cents)],
        ['61–90 days', format(totals.days_61_90_cents)],
        ['Over 90 days', format(totals.days_over_90_cents)],
        [totalLabel, format(totals.total_cents)],
      ]}
    />
  );
}
