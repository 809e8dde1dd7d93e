import { lazy, Suspense } from 'react';
import { Dimmed, Section } from '../../../ui/layout';
import { computeHeight, type ChartProps, type ChartRow } from './chart-shape';

/** Loads the chart library (90 kB) only for reports with data. */
const HorizontalBars = lazy(() => import('./HorizontalBars'));

const LEGEND_PX = 24;
const MAX_ROWS = 10;

/** Draws the first rows of a report and describes them in words for screen readers. */
export function Chart({ title, ...chart }: ChartProps & { title: string }) {
  const drawn = { ...chart, rows: chart.rows.slice(0, MAX_ROWS) };
  const height = computeHeight(drawn) + (drawn.series.length > 1 ? LEGEND_PX : 0);
  return (
    <Section title={title}>
      <div role="img" aria-label={`${title}. ${describeChart(drawn)}`}>
        <Suspense fallback={<div style={{ height }} />}>
          <HorizontalBars {...drawn} />
        </Suspense>
      </div>
      {chart.rows.length > MAX_ROWS && <Dimmed>First {MAX_ROWS} rows. See the table for all rows.</Dimmed>}
    </Section>
  );
}

function describeChart({ rows, series, formatValue }: ChartProps): string {
  const describeRow = (row: ChartRow) =>
    series
      .filter(({ key }) => row.values[key] != null)
      .map(({ key, name }) => `${name} ${formatValue(row.values[key]!, row)}`)
      .join(', ');
  return rows.map((row) => `${row.name}: ${describeRow(row)}`).join('; ');
}
