import type { Schemas } from '@lading/sdk';
import { DataTable, type Column } from '../../../ui/DataTable';
import { EMPTY_VALUE } from '../../../ui/format';
import { StatTiles } from '../../../ui/layout';
import { Chart } from '../components/Chart';
import { ReportPage } from '../components/ReportView';
import { TotalsRow } from '../components/TotalsRow';

type Line = Pick<Schemas['TransitLine'], 'scac' | 'carrier_name'> & Schemas['TransitTotals'];

const formatPercent = (value: number | null) => (value === null ? EMPTY_VALUE : `${value}%`);

/** How shipments arrive. */
export default function TransitReport() {
  return (
    <ReportPage name="transit" empty="Each shipment that is delivered is here: on time or late, by carrier.">
      {({ data, totals }) => (
        <>
          <StatTiles
            tiles={[
              ['Delivered', totals.delivered_count.toLocaleString('en-US')],
              ['On time', formatPercent(totals.on_time_percent)],
              ['Late', totals.late_count.toLocaleString('en-US')],
              ['Days, on average', totals.average_days ?? EMPTY_VALUE],
            ]}
          />
          <Chart
            title="On time, of those with a day"
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
            footer={<TotalsRow columns={COLUMNS} totals={{ ...totals, scac: '', carrier_name: 'All' }} />}
          />
        </>
      )}
    </ReportPage>
  );
}

const COLUMNS: Column<Line>[] = [
  { label: 'Carrier', render: ({ carrier_name, scac }) => [carrier_name, scac && `(${scac})`].join(' ') },
  { label: 'Delivered', alignRight: true, render: (one) => one.delivered_count.toLocaleString('en-US') },
  { label: 'On time', alignRight: true, render: (one) => one.on_time_count.toLocaleString('en-US') },
  { label: 'Late', alignRight: true, render: (one) => one.late_count.toLocaleString('en-US') },
  { label: 'On time, %', alignRight: true, render: ({ on_time_percent }) => formatPercent(on_time_percent) },
  { label: 'Days, on average', alignRight: true, render: ({ average_days }) => average_days ?? EMPTY_VALUE },
  {
    label: 'Business days quoted',
    alignRight: true,
    render: (one) => one.average_quoted_days ?? EMPTY_VALUE,
  },
];
