import type { Schemas } from '@lading/sdk';
import { DataTable, type Column } from '../../../ui/DataTable';
import { formatMoney, formatNumber, pluralize } from '../../../ui/format';
import { Dimmed, StatTiles } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { Chart } from '../components/Chart';
import { ReportView } from '../components/ReportView';
import { TotalsRow } from '../components/TotalsRow';

type Line = Pick<Schemas['BillingLine'], 'carrier'> & Schemas['BillingTotals'];

const COLUMNS: Column<Line>[] = [
  { label: 'Carrier', render: ({ carrier }) => carrier },
  { label: 'Bills', alignRight: true, render: ({ bill_count }) => formatNumber(bill_count) },
  { label: 'Matched', alignRight: true, render: ({ matched_count }) => formatNumber(matched_count) },
  { label: 'To review', alignRight: true, render: ({ open_count }) => formatNumber(open_count) },
  { label: 'No quote', alignRight: true, render: ({ unquoted_count }) => formatNumber(unquoted_count) },
  {
    label: 'Quoted',
    alignRight: true,
    render: ({ quoted_cents, currency }) => formatMoney(quoted_cents, currency),
  },
  {
    label: 'Billed',
    alignRight: true,
    render: ({ billed_cents, currency }) => formatMoney(billed_cents, currency),
  },
  {
    label: 'Difference',
    alignRight: true,
    render: ({ variance_cents, currency }) =>
      variance_cents ? (
        <StatusBadge tone="warn" text={formatSignedMoney(variance_cents, currency)} />
      ) : (
        formatSignedMoney(variance_cents, currency)
      ),
  },
];

/** Carrier bills compared with their quotes. */
export default function BillingReportPage() {
  return (
    <ReportView name="billing" emptyText="Carrier bills appear here, compared with their quotes.">
      {({ data, totals }) => (
        <>
          <StatTiles
            tiles={[
              ['Bills', formatNumber(totals.bill_count)],
              ['Matched', formatNumber(totals.matched_count)],
              ['To review', formatNumber(totals.open_count)],
              ['Difference', formatSignedMoney(totals.variance_cents, totals.currency)],
            ]}
          />
          {totals.unquoted_count > 0 && (
            <Dimmed>“Difference” excludes {pluralize(totals.unquoted_count, 'bill')} without a quote.</Dimmed>
          )}
          {totals.billed_cents === null ? (
            <Dimmed>Your role cannot see carrier costs, so amounts are hidden.</Dimmed>
          ) : (
            <Chart
              title="Quoted vs. billed"
              rows={data.map(({ carrier, quoted_cents, billed_cents }) => ({
                name: carrier,
                values: { quoted_cents, billed_cents },
              }))}
              series={[
                { key: 'quoted_cents', name: 'Quoted' },
                { key: 'billed_cents', name: 'Billed' },
              ]}
              formatValue={(cents) => formatMoney(cents, totals.currency)}
            />
          )}
          <DataTable<Line>
            label="Carrier bills"
            rows={data}
            getKey={({ carrier }) => carrier}
            columns={COLUMNS}
            footer={<TotalsRow columns={COLUMNS} totals={{ ...totals, carrier: 'Total' }} />}
          />
        </>
      )}
    </ReportView>
  );
}

/** Adds a plus sign to an amount above the quote. */
function formatSignedMoney(cents: number | null, currency: Schemas['Currency']): string {
  return `${cents !== null && cents > 0 ? '+' : ''}${formatMoney(cents, currency)}`;
}
