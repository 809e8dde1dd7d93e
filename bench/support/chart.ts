/** Values at equal distances, drawn in a separate panel with a scale from zero. */
export interface Series {
  name: string;
  unit: string;
  values: number[];
}

const WIDTH = 900;
const PANEL = 130;
const LEFT = 70;
const RIGHT = 20;
const TOP = 50;

/** Renders panels below each other over the same minutes, as SVG. */
export function renderChart(title: string, minutesEach: number, series: Series[]): string {
  const height = TOP + series.length * PANEL + 30;
  const panels = series.map((one, index) => renderPanel(one, TOP + index * PANEL));
  const minutes = (series[0]?.values.length ?? 0) * minutesEach;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">
<rect width="${WIDTH}" height="${height}" fill="white"/>
<text x="${LEFT}" y="26" font-size="16">${title}</text>
${panels.join('\n')}
<text x="${LEFT}" y="${height - 10}">0</text>
<text x="${WIDTH - RIGHT}" y="${height - 10}" text-anchor="end">${roundValue(minutes)} minutes</text>
</svg>
`;
}

function renderPanel({ name, unit, values }: Series, top: number): string {
  const most = Math.max(1, ...values) * 1.15;
  const bottom = top + PANEL - 30;
  const x = (index: number): number =>
    LEFT + ((WIDTH - LEFT - RIGHT) * index) / Math.max(1, values.length - 1);
  const y = (value: number): number => bottom - ((bottom - top) * value) / most;
  const points = values.map((value, index) => `${roundValue(x(index))},${roundValue(y(value))}`).join(' ');
  const last = values.at(-1) ?? 0;
  return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${bottom}" y2="${bottom}" stroke="#999"/>
<text x="${LEFT - 8}" y="${bottom}" text-anchor="end" fill="#666">0</text>
<text x="${LEFT - 8}" y="${top + 12}" text-anchor="end" fill="#666">${roundValue(most)}</text>
<text x="${LEFT + 6}" y="${top + 12}">${name}: ${roundValue(values[0] ?? 0)} … ${roundValue(last)} ${unit}</text>
<polyline points="${points}" fill="none" stroke="#1f5fa8" stroke-width="2"/>`;
}

function roundValue(value: number): string {
  return String(Math.round(value * 10) / 10);
}
