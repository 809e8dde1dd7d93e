export interface ChartRow {
  name: string;
  values: Record<string, number | null>;
}

export interface ChartProps {
  rows: ChartRow[];
  /** One, or two that are held against each other. */
  series: { key: string; name: string }[];
  formatValue: (value: number, row: ChartRow) => string;
  /** Where the axis ends; at the largest value. */
  max?: number;
}

export const BAR_PX = 16;
const GAP_PX = 18;

export function computeHeight({ rows, series }: ChartProps): number {
  return rows.length * (series.length * BAR_PX + GAP_PX);
}
