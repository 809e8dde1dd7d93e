import { getRouteApi } from '@tanstack/react-router';
import { DataTable, type Column } from '../../../ui/DataTable';
import { formatMoney, formatNumber } from '../../../ui/format';
import { StatTiles } from '../../../ui/layout';
import type { ReportsByName } from '../api/reports';
import { groupSpendLines, type SpendGroup } from '../api/spend-groups';
import { Chart } from '../components/Chart';
import styles from '../components/reports.module.css';
import { ReportView } from '../components/ReportView';
import { TotalsRow } from '../components/TotalsRow';

const route = getRouteApi('/app/reports');

const GROUPS = [
  { value: 'lane', label: 'Lane' },
  { value: 'both', label: 'Carrier and lane' },
];

const AMOUNT_COLUMNS: Column<SpendGroup>[] = [
  { label: 'Shipments', alignRight: true, render: ({ shipment_count }) => formatNumber(shipment_count) },
  { label: 'Weight (lb)', alignRight: true, render: ({ weight }) => formatNumber(weight) },
  {
    label: 'Charges',
    alignRight: true,
    render: ({ charge_cents, currency }) => formatMoney(charge_cents, currency),
  },
  {
    label: 'Charges per cwt',
    alignRight: true,
    render: ({ charge_cents_per_cwt, currency }) => formatMoney(charge_cents_per_cwt, currency),
  },
  {
    label: 'Cost',
    alignRight: true,
    render: ({ cost_cents, currency }) => formatMoney(cost_cents, currency),
  },
  {
    label: 'Cost per cwt',
    alignRight: true,
    render: ({ cost_cents_per_cwt, currency }) => formatMoney(cost_cents_per_cwt, currency),
  },
];

export default function SpendReportPage() {
  const { group } = route.useSearch();
  return (
    <ReportView
      name="spend"
      emptyText="Booked shipments appear here with their charges by carrier and lane."
      groups={GROUPS}
    >
      {(report) => <SpendReport report={report} grouping={group} />}
    </ReportView>
  );
}

function SpendReport({ report, grouping }: { report: ReportsByName['spend']; grouping?: string }) {
  const { data, totals } = report;
  const groups = groupSpendLines(data, grouping);
  const groupLabel = GROUPS.find(({ value }) => value === grouping)?.label ?? 'Carrier';
  const columns: Column<SpendGroup>[] = [
    { label: groupLabel, render: ({ name }) => name },
    ...AMOUNT_COLUMNS,
  ];
  const hasMarkup = groups.some(
    ({ cost_cents, charge_cents }) => cost_cents !== null && cost_cents !== charge_cents,
  );
  return (
    <>
      <StatTiles
        tiles={[
          ['Shipments', formatNumber(totals.shipment_count)],
          ['Weight', `${formatNumber(totals.weight)} lb`],
          ['Charges', formatMoney(totals.charge_cents, totals.currency)],
          ['Charges per cwt', formatMoney(totals.charge_cents_per_cwt, totals.currency)],
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
            { key: 'charge_cents', name: 'Charges' },
            ...(hasMarkup ? [{ key: 'cost_cents', name: 'Cost' }] : []),
          ]}
          formatValue={(cents) => formatMoney(cents, totals.currency)}
        />
        <Chart
          title="Charges per cwt"
          rows={groups.map(({ name, charge_cents_per_cwt }) => ({ name, values: { charge_cents_per_cwt } }))}
          series={[{ key: 'charge_cents_per_cwt', name: 'Charges' }]}
          formatValue={(cents) => formatMoney(cents, totals.currency)}
        />
      </div>
      <DataTable
        label="Spend"
        rows={groups}
        getKey={({ name }) => name}
        columns={columns}
        footer={<TotalsRow columns={columns} totals={{ ...totals, name: 'Total' }} />}
      />
    </>
  );
}
