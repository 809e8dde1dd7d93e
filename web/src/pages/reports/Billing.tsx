import type { Schemas } from '@lading/sdk';
import { Badge } from '../../ui/Badge';
import { DataTable, type Column } from '../../ui/DataTable';
import { money } from '../../ui/format';
import { Dimmed, Tiles } from '../../ui/parts';
import { Chart } from './Chart';
import { Report } from './Report';
import { Totals } from './Totals';

type Line = Pick<Schemas['BillingLine'], 'carrier'> & Schemas['BillingTotals'];

/** What carriers bill, against what they had quoted. */
export default function Billing() {
  return (
    <Report name="billing" empty="Each carrier's bill is here, held against what was quoted.">
      {({ data, totals }) => (
        <>
          <Tiles
            of={[
              ['Bills', totals.bill_count.toLocaleString('en-US')],
              ['As quoted', totals.matched_count.toLocaleString('en-US')],
              ['Waiting for an answer', totals.open_count.toLocaleString('en-US')],
              ['Beyond the quotes', signed(totals.variance_cents)],
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
              show={money}
            />
          )}
          <DataTable<Line>
            label="Billing"
            rows={data}
            keyOf={({ carrier }) => carrier}
            columns={COLUMNS}
            footer={<Totals columns={COLUMNS} of={{ ...totals, carrier: 'All' }} />}
          />
        </>
      )}
    </Report>
  );
}

const COLUMNS: Column<Line>[] = [
  { label: 'Carrier', show: ({ carrier }) => carrier },
  { label: 'Bills', right: true, show: ({ bill_count }) => bill_count.toLocaleString('en-US') },
  { label: 'As quoted', right: true, show: ({ matched_count }) => matched_count.toLocaleString('en-US') },
  { label: 'Waiting', right: true, show: ({ open_count }) => open_count.toLocaleString('en-US') },
  {
    label: 'Without a quote',
    right: true,
    show: ({ unquoted_count }) => unquoted_count.toLocaleString('en-US'),
  },
  { label: 'Quoted', right: true, show: ({ quoted_cents }) => money(quoted_cents) },
  { label: 'Billed', right: true, show: ({ billed_cents }) => money(billed_cents) },
  {
    label: 'Variance',
    right: true,
    show: ({ variance_cents }) =>
      variance_cents ? <Badge tone="warn" text={signed(variance_cents)} /> : signed(variance_cents),
  },
];

/** More than was quoted has a plus before it. */
function signed(cents: number | null): string {
  return cents !== null && cents > 0 ? `+${money(cents)}` : money(cents);
}
