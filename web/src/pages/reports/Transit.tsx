import type { Schemas } from '@lading/sdk';
import { DataTable, type Column } from '../../ui/DataTable';
import { NONE } from '../../ui/format';
import { Tiles } from '../../ui/parts';
import { Chart } from './Chart';
import { Report } from './Report';
import { Totals } from './Totals';

type Line = Pick<Schemas['TransitLine'], 'scac' | 'carrier_name'> & Schemas['TransitTotals'];

const percent = (value: number | null) => (value === null ? NONE : `${value}%`);

/** How shipments arrive. */
export default function Transit() {
  return (
    <Report name="transit" empty="Each shipment that is delivered is here: on time or late, by carrier.">
      {({ data, totals }) => (
        <>
          <Tiles
            of={[
              ['Delivered', totals.delivered_count.toLocaleString('en-US')],
              ['On time', percent(totals.on_time_percent)],
              ['Late', totals.late_count.toLocaleString('en-US')],
              ['Days, on average', totals.average_days ?? NONE],
            ]}
          />
          <Chart
            title="On time, of those with a day"
            rows={data.map(({ carrier_name, scac, on_time_percent, on_time_count, late_count }) => ({
              name: `${carrier_name} (${scac})`,
              values: { on_time_percent, on_time_count, late_count },
            }))}
            series={[{ key: 'on_time_percent', name: 'On time' }]}
            show={(value, { values }) =>
              `${value}%, ${values.on_time_count} of ${values.on_time_count! + values.late_count!}`
            }
            most={100}
          />
          <DataTable<Line>
            label="On time"
            rows={data}
            keyOf={({ scac, carrier_name }) => `${scac} ${carrier_name}`}
            columns={COLUMNS}
            footer={<Totals columns={COLUMNS} of={{ ...totals, scac: '', carrier_name: 'All' }} />}
          />
        </>
      )}
    </Report>
  );
}

const COLUMNS: Column<Line>[] = [
  { label: 'Carrier', show: ({ carrier_name, scac }) => [carrier_name, scac && `(${scac})`].join(' ') },
  { label: 'Delivered', right: true, show: (one) => one.delivered_count.toLocaleString('en-US') },
  { label: 'On time', right: true, show: (one) => one.on_time_count.toLocaleString('en-US') },
  { label: 'Late', right: true, show: (one) => one.late_count.toLocaleString('en-US') },
  { label: 'On time, %', right: true, show: ({ on_time_percent }) => percent(on_time_percent) },
  { label: 'Days, on average', right: true, show: ({ average_days }) => average_days ?? NONE },
  { label: 'Business days quoted', right: true, show: (one) => one.average_quoted_days ?? NONE },
];
