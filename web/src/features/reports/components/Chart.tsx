import { lazy, Suspense } from 'react';
import { Dimmed, Section } from '../../../ui/layout';
import { computeHeight, type ChartProps, type ChartRow } from './chart-shape';

/** The charts' library is fetched when there is something to draw. */
const Bars = lazy(() => import('./HorizontalBars'));

const LEGEND_PX = 24;
/** More would be a wall of bars. */
const MAX_ROWS = 10;

/** A picture of the first lines of a report; who doesn't see it is told the same in words. */
export function Chart({ title, ...chart }: ChartProps & { title: string }) {
  const shown = { ...chart, rows: chart.rows.slice(0, MAX_ROWS) };
  return (
    <Section title={title}>
      <div role="img" aria-label={`${title}. ${describeChart(shown)}`}>
        <Suspense
          fallback={
            <div style={{ height: computeHeight(shown) + (shown.series.length > 1 ? LEGEND_PX : 0) }} />
          }
        >
          <Bars {...shown} />
        </Suspense>
      </div>
      {chart.rows.length > MAX_ROWS && <Dimmed>The first {MAX_ROWS}; the table has all.</Dimmed>}
    </Section>
  );
}

function describeChart({ rows, series, formatValue: show }: ChartProps): string {
  const text = (row: ChartRow) =>
    series
      .filter(({ key }) => row.values[key] != null)
      .map(({ key, name }) => `${name} ${show(row.values[key]!, row)}`)
      .join(', ');
  return rows.map((row) => `${row.name}: ${text(row)}`).join('; ');
}
