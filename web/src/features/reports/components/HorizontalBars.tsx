import { useId } from 'react';
import { Bar, BarChart, LabelList, XAxis, YAxis } from 'recharts';
import { BAR_PX, computeHeight, type ChartProps, type ChartRow } from './chart-shape';
import styles from './reports.module.css';

const BAR_COLOR = 'var(--mantine-color-anchor)';
const TEXT_STYLE = { fill: 'var(--mantine-color-text)', fontSize: 12 };
/** Room for the values at the bars' ends, and for the names before them. */
const VALUE_PX = 92;
const NAME_PX = 120;

/** Bars with their values at their ends: full ones, and hatched ones beside them. */
export default function HorizontalBars(chart: ChartProps) {
  const { rows, series, formatValue: show, max: most } = chart;
  const hatch = useId();
  const fillOf = (at: number) => (at === 0 ? BAR_COLOR : `url(#${hatch})`);
  return (
    <>
      {series.length > 1 && (
        <ul className={styles.legend}>
          {series.map(({ name }, at) => (
            <li key={name}>
              <svg width="14" height="14" aria-hidden>
                <rect x="1" y="1" width="12" height="12" stroke={BAR_COLOR} fill={fillOf(at)} />
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
            id={hatch}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M1 0V5" stroke={BAR_COLOR} strokeWidth="1.5" />
          </pattern>
        </defs>
        <XAxis type="number" hide domain={[0, most ?? 'dataMax']} />
        <YAxis
          type="category"
          dataKey="name"
          width={NAME_PX}
          tick={TEXT_STYLE}
          tickLine={false}
          axisLine={false}
        />
        {series.map(({ key, name }, at) => (
          <Bar
            key={key}
            name={name}
            dataKey={({ values }: ChartRow) => values[key]}
            fill={fillOf(at)}
            stroke={BAR_COLOR}
            isAnimationActive={false}
          >
            <LabelList
              position="right"
              dataKey={(row: ChartRow) => (row.values[key] == null ? '' : show(row.values[key], row))}
              {...TEXT_STYLE}
            />
          </Bar>
        ))}
      </BarChart>
    </>
  );
}
