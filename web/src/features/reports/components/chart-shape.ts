export interface ChartRow {
  name: string;
  values: Record<string, number | null>;
}

export interface ChartProps {
  rows: ChartRow[];
  /** One series, or two to compare. */
  series: { key: string; name: string }[];
  formatValue: (value: number, row: ChartRow) => string;
  /** The end of the axis. The largest value by default. */
  max?: number;
}

export const BAR_PX = 16;
const GAP_PX = 18;

export function computeHeight({ rows, series }: ChartProps): number {
  return rows.length * (series.length * BAR_PX + GAP_PX);
}
