import { useId } from 'react';
import { Bar, BarChart, LabelList, XAxis, YAxis } from 'recharts';
import { BAR_PX, computeHeight, type ChartProps, type ChartRow } from './chart-shape';
import styles from './reports.module.css';

const BAR_COLOR = 'var(--mantine-color-anchor)';
const TEXT_STYLE = { fill: 'var(--mantine-color-text)', fontSize: 12 };
/** The space right of the bars for their values. */
const VALUE_PX = 92;
/** The space left of the bars for the names of the rows. */
const NAME_PX = 120;

/** Draws the first series with filled bars and the second with hatched bars, so that color is not the only cue. */
export default function HorizontalBars(chart: ChartProps) {
  const { rows, series, formatValue, max = 'dataMax' } = chart;
  const hatchId = useId();
  const getFill = (seriesIndex: number) => (seriesIndex === 0 ? BAR_COLOR : `url(#${hatchId})`);
  const formatLabel = (key: string, row: ChartRow) =>
    row.values[key] == null ? '' : formatValue(row.values[key], row);
  return (
    <>
      {series.length > 1 && (
        <ul className={styles.legend}>
          {series.map(({ name }, index) => (
            <li key={name}>
              <svg width="14" height="14" aria-hidden>
                <rect x="1" y="1" width="12" height="12" stroke={BAR_COLOR} fill={getFill(index)} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      <BarChart
        responsive
        accessibilityLayer={false}
        layout="vertical"
        data={rows}
        style={{ width: '100%', height: computeHeight(chart) }}
        margin={{ top: 0, right: VALUE_PX, bottom: 0, left: 0 }}
        barGap={0}
        barSize={BAR_PX}
      >
        <defs>
          <pattern
            id={hatchId}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M1 0V5" stroke={BAR_COLOR} strokeWidth="1.5" />
          </pattern>
        </defs>
        <XAxis type="number" hide domain={[0, max]} />
        <YAxis
          type="category"
          dataKey="name"
          width={NAME_PX}
          tick={TEXT_STYLE}
          tickLine={false}
          axisLine={false}
        />
        {series.map(({ key, name }, index) => (
          <Bar
            key={key}
            name={name}
            dataKey={({ values }: ChartRow) => values[key]}
            fill={getFill(index)}
            stroke={BAR_COLOR}
            isAnimationActive={false}
          >
            <LabelList position="right" dataKey={(row: ChartRow) => formatLabel(key, row)} {...TEXT_STYLE} />
          </Bar>
        ))}
      </BarChart>
    </>
  );
}
