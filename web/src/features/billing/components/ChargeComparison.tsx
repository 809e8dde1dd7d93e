import type { Schemas } from '@lading/sdk';
import { DataTable } from '../../../ui/DataTable';
import { formatMoney, humanize } from '../../../ui/format';
import { StatusBadge } from '../../../ui/StatusBadge';

/** Compares the charges of a bill with the quote, charge by charge. */
export function ChargeComparison({ bill }: { bill: Schemas['Bill'] }) {
  return (
    <DataTable
      bare
      label="Quote vs. bill"
      rows={bill.comparison}
      getKey={({ type, code }) => `${type} ${code}`}
      columns={[
        { label: 'Charge', render: ({ type, code }) => [humanize(type), code].filter(Boolean).join(' · ') },
        {
          label: 'Expected',
          alignRight: true,
          render: ({ expected_cents }) => formatMoney(expected_cents, bill.currency),
        },
        {
          label: 'Billed',
          alignRight: true,
          render: ({ billed_cents }) => formatMoney(billed_cents, bill.currency),
        },
        {
          label: 'Difference',
          alignRight: true,
          render: ({ difference_cents, within_tolerance }) =>
            difference_cents === 0 ? (
              formatMoney(0, bill.currency)
            ) : (
              <StatusBadge
                tone={within_tolerance ? 'plain' : 'warn'}
                text={formatMoney(difference_cents, bill.currency)}
              />
            ),
        },
      ]}
    />
  );
}
