import type { Schemas } from '@lading/sdk';
import { StatusBadge } from '../../../ui/StatusBadge';
import { DataTable, type Column } from '../../../ui/DataTable';
import { formatMoney } from '../../../ui/format';
import { Dimmed, StatTiles } from '../../../ui/layout';
import { Chart } from '../components/Chart';
import { ReportPage } from '../components/ReportView';
import { TotalsRow } from '../components/TotalsRow';

type Line = Pick<Schemas['BillingLine'], 'carrier'> & Schemas['BillingTotals'];

/** What carriers bill, against what they had quoted. */
export default function BillingReport() {
  return (
    <ReportPage name="billing" empty="Each carrier's bill is here, held against what was quoted.">
      {({ data, totals }) => (
        <>
          <StatTiles
            tiles={[
              ['Bills', totals.bill_count.toLocaleString('en-US')],
              ['As quoted', totals.matched_count.toLocaleString('en-US')],
              ['Waiting for an answer', totals.open_count.toLocaleString('en-US')],
              ['Beyond the quotes', formatSignedMoney(totals.variance_cents)],
            ]}
          />
          {totals.unquoted_count > 0 && (
            <Dimmed>
              {totals.unquoted_count === 1 ? 'One bill has' : `${totals.unquoted_count} bills have`} no quote
              to be held against: “Beyond the quotes” leaves {totals.unquoted_count === 1 ? 'it' : 'them'}{' '}
              out.
            </Dimmed>
          )}
          {totals.billed_cents === null ? (
            <Dimmed>Amounts are shown to those who may see what carriers ask.</Dimmed>
          ) : (
            <Chart
              title="Quoted and billed"
              rows={data.map(({ carrier, quoted_cents, billed_cents }) => ({
                name: carrier,
                values: { quoted_cents, billed_cents },
              }))}
              series={[
                { key: 'quoted_cents', name: 'Quoted' },
                { key: 'billed_cents', name: 'Billed' },
              ]}
              formatValue={formatMoney}
            />
          )}
          <DataTable<Line>
            label="Billing"
            rows={data}
            getKey={({ carrier }) => carrier}
            columns={COLUMNS}
            footer={<TotalsRow columns={COLUMNS} totals={{ ...totals, carrier: 'All' }} />}
          />
        </>
      )}
    </ReportPage>
  );
}

const COLUMNS: Column<Line>[] = [
  { label: 'Carrier', render: ({ carrier }) => carrier },
  { label: 'Bills', alignRight: true, render: ({ bill_count }) => bill_count.toLocaleString('en-US') },
  {
    label: 'As quoted',
    alignRight: true,
    render: ({ matched_count }) => matched_count.toLocaleString('en-US'),
  },
  { label: 'Waiting', alignRight: true, render: ({ open_count }) => open_count.toLocaleString('en-US') },
  {
    label: 'Without a quote',
    alignRight: true,
    render: ({ unquoted_count }) => unquoted_count.toLocaleString('en-US'),
  },
  { label: 'Quoted', alignRight: true, render: ({ quoted_cents }) => formatMoney(quoted_cents) },
  { label: 'Billed', alignRight: true, render: ({ billed_cents }) => formatMoney(billed_cents) },
  {
    label: 'Variance',
    alignRight: true,
    render: ({ variance_cents }) =>
      variance_cents ? (
        <StatusBadge tone="warn" text={formatSignedMoney(variance_cents)} />
      ) : (
        formatSignedMoney(variance_cents)
      ),
  },
];

/** More than was quoted has a plus before it. */
function formatSignedMoney(cents: number | null): string {
  return cents !== null && cents > 0 ? `+${formatMoney(cents)}` : formatMoney(cents);
}
