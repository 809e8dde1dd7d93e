import { DataTable, type Column } from '../../../ui/DataTable';
import { ChoiceFilter, useFilters } from '../../../ui/filters';
import { formatMoney } from '../../../ui/format';
import { StatTiles } from '../../../ui/layout';
import { Chart } from '../components/Chart';
import { groupSpendLines, type SpendGroup } from '../api/spend-groups';
import { ReportPage } from '../components/ReportView';
import styles from '../components/reports.module.css';
import { TotalsRow } from '../components/TotalsRow';

const GROUPS = [
  { value: 'lane', label: 'Lane' },
  { value: 'both', label: 'Carrier and lane' },
];

/** What shipping costs, by carrier, by lane, or both. */
export default function SpendReport() {
  const { filters } = useFilters();
  return (
    <ReportPage
      name="spend"
      empty="Each shipment that is booked is here, with what it costs by carrier and lane."
      filters={<ChoiceFilter name="group" label="Group by" all="Carrier" choices={GROUPS} />}
    >
      {({ data, totals }) => {
        const groups = groupSpendLines(data, filters.group);
        const by = GROUPS.find(({ value }) => value === filters.group)?.label ?? 'Carrier';
        const columns: Column<SpendGroup>[] = [{ label: by, render: ({ name }) => name }, ...SUMS];
        const costs = groups.some((one) => one.cost_cents !== null && one.cost_cents !== one.charge_cents);
        return (
          <>
            <StatTiles
              tiles={[
                ['Shipments', totals.shipment_count.toLocaleString('en-US')],
                ['Weight', `${totals.weight.toLocaleString('en-US')} lb`],
                ['Charges', formatMoney(totals.charge_cents)],
                ['A hundredweight', formatMoney(totals.charge_cents_per_cwt)],
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
                formatValue={formatMoney}
              />
              <Chart
                title="Charges a hundredweight"
                rows={groups.map(({ name, charge_cents_per_cwt }) => ({
                  name,
                  values: { charge_cents_per_cwt },
                }))}
                series={[{ key: 'charge_cents_per_cwt', name: 'Charged' }]}
                formatValue={formatMoney}
              />
            </div>
            <DataTable
              label="Spend"
              rows={groups}
              getKey={({ name }) => name}
              columns={columns}
              footer={<TotalsRow columns={columns} totals={{ ...totals, name: 'All' }} />}
            />
          </>
        );
      }}
    </ReportPage>
  );
}

const SUMS: Column<SpendGroup>[] = [
  { label: 'Shipments', alignRight: true, render: (one) => one.shipment_count.toLocaleString('en-US') },
  { label: 'Weight, lb', alignRight: true, render: ({ weight }) => weight.toLocaleString('en-US') },
  { label: 'Charged', alignRight: true, render: ({ charge_cents }) => formatMoney(charge_cents) },
  { label: 'Charged a cwt', alignRight: true, render: (one) => formatMoney(one.charge_cents_per_cwt) },
  { label: 'Cost', alignRight: true, render: ({ cost_cents }) => formatMoney(cost_cents) },
  {
    label: 'Cost a cwt',
    alignRight: true,
    render: ({ cost_cents_per_cwt }) => formatMoney(cost_cents_per_cwt),
  },
];
