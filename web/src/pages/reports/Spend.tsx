import { DataTable, type Column } from '../../ui/DataTable';
import { ChoiceFilter, useFilters } from '../../ui/filters';
import { money } from '../../ui/format';
import { Tiles } from '../../ui/parts';
import { Chart } from './Chart';
import { groupsOf, type SpendGroup } from './groups';
import { Report } from './Report';
import styles from './reports.module.css';
import { Totals } from './Totals';

const GROUPS = [
  { value: 'lane', label: 'Lane' },
  { value: 'both', label: 'Carrier and lane' },
];

/** What shipping costs, by carrier, by lane, or both. */
export default function Spend() {
  const { filters } = useFilters();
  return (
    <Report
      name="spend"
      empty="Each shipment that is booked is here, with what it costs by carrier and lane."
      filters={<ChoiceFilter name="group" label="Group by" all="Carrier" choices={GROUPS} />}
    >
      {({ data, totals }) => {
        const groups = groupsOf(data, filters.group);
        const by = GROUPS.find(({ value }) => value === filters.group)?.label ?? 'Carrier';
        const columns: Column<SpendGroup>[] = [{ label: by, show: ({ name }) => name }, ...SUMS];
        const costs = groups.some((one) => one.cost_cents !== null && one.cost_cents !== one.charge_cents);
        return (
          <>
            <Tiles
              of={[
                ['Shipments', totals.shipment_count.toLocaleString('en-US')],
                ['Weight', `${totals.weight.toLocaleString('en-US')} lb`],
                ['Charges', money(totals.charge_cents)],
                ['A hundredweight', money(totals.charge_cents_per_cwt)],
              ]}
            />
            <div className={styles.charts}>
              <Chart
                title="Charges"
                rows={groups.map(({ name, charge_cents, cost_cents }) => ({
                  name,
                  values: { charge_cents, cost_cents },
                }))}
                series={[
                  { key: 'charge_cents', name: 'Charged' },
                  ...(costs ? [{ key: 'cost_cents', name: 'Cost' }] : []),
                ]}
                show={money}
              />
              <Chart
                title="Charges a hundredweight"
                rows={groups.map(({ name, charge_cents_per_cwt }) => ({
                  name,
                  values: { charge_cents_per_cwt },
                }))}
                series={[{ key: 'charge_cents_per_cwt', name: 'Charged' }]}
                show={money}
              />
            </div>
            <DataTable
              label="Spend"
              rows={groups}
              keyOf={({ name }) => name}
              columns={columns}
              footer={<Totals columns={columns} of={{ ...totals, name: 'All' }} />}
            />
          </>
        );
      }}
    </Report>
  );
}

const SUMS: Column<SpendGroup>[] = [
  { label: 'Shipments', right: true, show: (one) => one.shipment_count.toLocaleString('en-US') },
  { label: 'Weight, lb', right: true, show: ({ weight }) => weight.toLocaleString('en-US') },
  { label: 'Charged', right: true, show: ({ charge_cents }) => money(charge_cents) },
  { label: 'Charged a cwt', right: true, show: (one) => money(one.charge_cents_per_cwt) },
  { label: 'Cost', right: true, show: ({ cost_cents }) => money(cost_cents) },
  { label: 'Cost a cwt', right: true, show: ({ cost_cents_per_cwt }) => money(cost_cents_per_cwt) },
];
