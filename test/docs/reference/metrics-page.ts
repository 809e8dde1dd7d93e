import '../../../src/app/app.module.js';
import { metricsRegistry } from '../../../src/platform/metrics.js';
import { code, EMPTY_CELL, renderEntryName, renderTable, type ReferencePage } from './markdown.js';

interface DeclaredMetric {
  name: string;
  help: string;
  labelNames: string[];
  constructor: { name: string };
}

/** Metrics of Node.js and of the process, which prom-client adds. They differ by platform. */
const LIBRARY_METRIC = /^(process|nodejs)_/;

const INTRODUCTION = `\`GET /metrics\` serves these metrics in the Prometheus format. [Alerts](../../deploy/alerts.yaml) and a [Grafana dashboard](../../deploy/grafana-dashboard.json) use them. \`process_*\` and \`nodejs_*\` are the [default metrics of prom-client](https://github.com/siimon/prom-client#default-metrics): memory, CPU and event loop.

A histogram has the series \`_bucket\`, \`_sum\` and \`_count\`.
`;

function listMetrics(): DeclaredMetric[] {
  const metrics = metricsRegistry.getMetricsAsArray() as unknown as DeclaredMetric[];
  return metrics.filter(({ name }) => !LIBRARY_METRIC.test(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const metricsPage: ReferencePage = {
  file: 'metrics.md',
  title: 'Metrics',
  render() {
    const rows = listMetrics().map(({ name, help, labelNames, constructor }) => [
      renderEntryName(name),
      constructor.name.toLowerCase(),
      labelNames.map(code).join(', ') || EMPTY_CELL,
      help,
    ]);
    return `${INTRODUCTION}\n${renderTable(['metric', 'type', 'labels', 'meaning'], rows)}`;
  },
};
