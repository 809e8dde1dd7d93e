import { lazy, Suspense } from 'react';
import { Dimmed, Section } from '../../ui/parts';
import { heightOf, type ChartProps, type ChartRow } from './chart-shape';

/** The charts' library is fetched when there is something to draw. */
const Bars = lazy(() => import('./Bars'));

const LEGEND_PX = 24;
/** More would be a wall of bars. */
const MOST_ROWS = 10;

/** A picture of the first lines of a report; who doesn't see it is told the same in words. */
export function Chart({ title, ...chart }: ChartProps & { title: string }) {
  const shown = { ...chart, rows: chart.rows.slice(0, MOST_ROWS) };
  return (
    <Section title={title}>
      <div role="img" aria-label={`${title}. ${wordsOf(shown)}`}>
        <Suspense
          fallback={<div style={{ height: heightOf(shown) + (shown.series.length > 1 ? LEGEND_PX : 0) }} />}
        >
          <Bars {...shown} />
        </Suspense>
      </div>
      {chart.rows.length > MOST_ROWS && <Dimmed>The first {MOST_ROWS}; the table has all.</Dimmed>}
    </Section>
  );
}

function wordsOf({ rows, series, show }: ChartProps): string {
  const text = (row: ChartRow) =>
    series
      .filter(({ key }) => row.values[key] != null)
      .map(({ key, name }) => `${name} ${show(row.values[key]!, row)}`)
      .join(', ');
  return rows.map((row) => `${row.name}: ${text(row)}`).join('; ');
}
