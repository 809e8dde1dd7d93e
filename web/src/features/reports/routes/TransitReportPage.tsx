import type { Schemas } from '@lading/sdk';
import { DataTable, type Column } from '../../../ui/DataTable';
import { EMPTY_VALUE, formatNumber } from '../../../ui/format';
import { StatTiles } from '../../../ui/layout';
import { Chart } from '../components/Chart';
import { ReportView } from '../components/ReportView';
import { TotalsRow } from '../components/TotalsRow';

type Line = Pick<Schemas['TransitLine'], 'scac' | 'carrier_name'> & Schemas['TransitTotals'];

const formatPercent = (value: number | null) => (value === null ? EMPTY_VALUE : `${value}%`);

const COLUMNS: Column<Line>[] = [
  { label: 'Carrier', render: ({ carrier_name, scac }) => [carrier_name, scac && `(${scac})`].join(' ') },
  { label: 'Delivered', alignRight: true, render: ({ delivered_count }) => formatNumber(delivered_count) },
  { label: 'On time', alignRight: true, render: ({ on_time_count }) => formatNumber(on_time_count) },
  { label: 'Late', alignRight: true, render: ({ late_count }) => formatNumber(late_count) },
  { label: 'On time (%)', alignRight: true, render: ({ on_time_percent }) => formatPercent(on_time_percent) },
  {
    label: 'Avg. transit (calendar days)',
    alignRight: true,
    render: ({ average_days }) => average_days ?? EMPTY_VALUE,
  },
  {
    label: 'Avg. quoted transit (business days)',
    alignRight: true,
    render: ({ average_quoted_days }) => average_quoted_days ?? EMPTY_VALUE,
  },
];

/** Deliveries on time and late, by carrier. */
export default function TransitReportPage() {
  return (
    <ReportView name="transit" emptyText="Delivered shipments appear here as on time or late, by carrier.">
      {({ data, totals }) => (
        <>
          <StatTiles
            tiles={[
              ['Delivered', formatNumber(totals.delivered_count)],
              ['On time', formatPercent(totals.on_time_percent)],
              ['Late', formatNumber(totals.late_count)],
              ['Avg. transit (calendar days)', totals.average_days ?? EMPTY_VALUE],
            ]}
          />
          <Chart
            title="On-time percentage of shipments with an estimated delivery date"
            rows={data.map(({ carrier_name, scac, on_time_percent, on_time_count, late_count }) => ({
              name: `${carrier_name} (${scac})`,
              values: { on_time_percent, on_time_count, late_count },
            }))}
            series={[{ key: 'on_time_percent', name: 'On time' }]}
            formatValue={(value, { values }) =>
              `${value}%, ${values.on_time_count} of ${values.on_time_count! + values.late_count!}`
            }
            max={100}
          />
          <DataTable<Line>
            label="On time"
            rows={data}
            getKey={({ scac, carrier_name }) => `${scac} ${carrier_name}`}
            columns={COLUMNS}
            footer={<TotalsRow columns={COLUMNS} totals={{ ...totals, scac: '', carrier_name: 'Total' }} />}
          />
        </>
      )}
    </ReportView>
  );
}
