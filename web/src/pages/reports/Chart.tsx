import { lazy, Suspense } from 'react';
import { Dimmed, Section } from '../../ui/parts';

/** The charts' library is fetched when there is something to draw. */
const Bars = lazy(() => import('./Bars'));

export interface ChartRow {
  name: string;
  values: Record<string, number | null>;
}

export interface ChartProps {
  rows: ChartRow[];
  /** One, or two that are held against each other. */
  series: { key: string; name: string }[];
  show: (value: number, row: ChartRow) => string;
  /** Where the axis ends; at the largest value. */
  most?: number;
}

export const BAR_PX = 16;
const GAP_PX = 18;
const LEGEND_PX = 24;
/** More would be a wall of bars. */
const MOST_ROWS = 10;

export function heightOf({ rows, series }: ChartProps): number {
  return rows.length * (series.length * BAR_PX + GAP_PX);
}

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
