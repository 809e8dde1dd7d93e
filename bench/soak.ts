/**
 * Runs the service at half of its maximum load for 30 minutes and prints errors, memory and p99 per minute. `npm run
 * bench soak`.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { openBench, type Bench, type BenchOrganization, type BenchService } from './support/bench.ts';
import { CONNECTIONS, median } from './support/load.ts';
import { RESULTS } from './support/paths.ts';
import { renderChart } from './support/chart.ts';
import { callApi, RATE_REQUEST } from './support/requests.ts';
import { readProcessMemory } from './support/process-memory.ts';
import { LOCAL_ENV, ChildProcessClient } from './webhooks/webhook-bench.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    /** Seconds of each step of the plot. */
    seconds: { type: 'string', default: '60' },
    plot: { type: 'string', default: join(RESULTS, 'soak.svg') },
  },
});
const seconds = Number(options.seconds);
const steps = Math.round((Number(options.minutes) * 60) / seconds);

/** One of this many shipments is printed. */
const PRINT_EVERY = 25;
const ENDPOINT_COUNT = 5;
/** The largest ratio of the last third of the run to the first third after the warm-up. */
const MAX_GROWTH = 1.1;
/** The share of the run that fills caches and lets V8 compile. It is printed, not judged. */
const WARM_UP_SHARE = 1 / 6;

interface SoakStep {
  requests: number;
  errors: number;
  p50: number;
  p99: number;
  apiMb: number;
  workerMb: number;
}

/** Builds the requests of a client from a quote to a booked shipment, to be sent one after the other. */
function buildRequestChain({ headers }: BenchOrganization): autocannon.Request[] {
  type Seen = { quote?: number; freight?: number; turn?: number };
  const id = (body: string): number => (JSON.parse(body) as { id: number }).id;
  const post = (path: string, body: unknown): autocannon.Request => ({
    method: 'POST',
    path,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  const get = (path: string): autocannon.Request => ({ method: 'GET', path, headers });
  const then = (
    make: (seen: Seen) => autocannon.Request,
    keep: (seen: Seen, body: string) => void = () => {},
  ): autocannon.Request => ({
    setupRequest: (request, context) => ({ ...request, ...make(context as Seen) }),
    onResponse: (status, body, context) => {
      if (status < 300) keep(context as Seen, body);
    },
  });
  const party = { contact: 'Ann Lee', address: '12 S Main St', phone: '555-222-6666' };
  return [
    then(
      () => post('/api/v1/quotes', JSON.parse(RATE_REQUEST)),
      (seen, body) => (seen.quote = (JSON.parse(body) as { data: { id: number }[] }).data[0]!.id),
    ),
    then(({ quote }) => get(`/api/v1/quotes/${quote}`)),
    then(
      ({ quote }) =>
        post('/api/v1/freight', {
          quote_id: quote,
          ship_from: { company: 'Acme Manufacturing', ...party },
          ship_to: { company: 'Lakeside Stores', ...party },
          freight: { description: 'Machine parts' },
        }),
      (seen, body) => (seen.freight = id(body)),
    ),
    then(({ freight }) => post(`/api/v1/freight/${freight}/book`, {})),
    then((seen) => {
      seen.turn = (seen.turn ?? Math.floor(Math.random() * PRINT_EVERY)) + 1;
      const printed = seen.turn % PRINT_EVERY === 0;
      return get(`/api/v1/freight/${seen.freight}${printed ? '/bol/pdf' : ''}`);
    }),
    then(() => get('/api/v1/freight?limit=20')),
    then(({ freight }) => get(`/api/v1/freight/${freight}/tracking`)),
  ];
}

function driveLoad(
  api: BenchService,
  organization: BenchOrganization,
  perSecond: number | null,
  lasting: number,
): Promise<autocannon.Result> {
  return autocannon({
    url: api.url,
    connections: CONNECTIONS,
    duration: lasting,
    timeout: 30,
    requests: buildRequestChain(organization),
    ...(perSecond && { overallRate: perSecond }),
  });
}

async function countDeliveries(bench: Bench): Promise<{ made: number; delivered: number }> {
  const { rows } = await bench.sql.query<{ made: number; delivered: number }>(
    `SELECT count(*)::int AS made, count(*) FILTER (WHERE status = 'delivered')::int AS delivered FROM webhook_deliveries`,
  );
  return rows[0]!;
}

const averageThird = (values: number[], which: 0 | 2): number => {
  const judged = values.slice(Math.floor(values.length * WARM_UP_SHARE));
  const size = Math.ceil(judged.length / 3);
  return median(which === 0 ? judged.slice(0, size) : judged.slice(-size));
};

mkdirSync(RESULTS, { recursive: true });
const bench = await openBench();
const receiver = new ChildProcessClient('receiver.ts');
try {
  const { port } = await receiver.request<{ port: number }>();
  const organization = await bench.createOrganization();
  const api = await bench.startService({ ...LOCAL_ENV, PROCESS_ROLE: 'api' });
  const worker = await bench.startService({ ...LOCAL_ENV, PROCESS_ROLE: 'worker' });
  for (let number = 0; number < ENDPOINT_COUNT; number++) {
    const path = `/${number}`;
    const body = JSON.stringify({
      url: `http://127.0.0.1:${port}${path}`,
      events: ['shipment.booked', 'quote.created'],
    });
    const made = await callApi<{ secret: string }>(api.url, organization, 'POST', '/api/v1/webhooks', body);
    receiver.child.send({ endpoint: { path, secret: made.secret, delayMs: 20 } });
  }
  await driveLoad(api, organization, null, 10);
  const most = (await driveLoad(api, organization, null, 20)).requests.average;
  const perSecond = Math.round(most / 2);
  console.log(`Bears ${Math.round(most)} requests/s, kept at ${perSecond} for ${options.minutes} minutes.`);

  const taken: SoakStep[] = [];
  let bad = 0;
  for (let step = 0; step < steps; step++) {
    const { requests, errors, non2xx, latency } = await driveLoad(api, organization, perSecond, seconds);
    // The receiver checks arrivals and drops them, so that its own memory does not grow.
    const { arrivals } = await receiver.request<{ arrivals: { unsigned: number } }>({ report: true });
    bad += arrivals.unsigned;
    taken.push({
      requests: requests.total,
      errors: errors + non2xx,
      p50: latency.p50,
      p99: latency.p99,
      apiMb: readProcessMemory(api).residentMb,
      workerMb: readProcessMemory(worker).residentMb,
    });
    console.log(step + 1, JSON.stringify(taken.at(-1)));
  }
  let standing = await countDeliveries(bench);
  for (let waited = 0; standing.delivered < standing.made && waited < 60; waited++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    standing = await countDeliveries(bench);
  }

  const of = (field: keyof SoakStep): number[] => taken.map((step) => step[field]);
  const errors = of('errors').reduce((sum, count) => sum + count, 0);
  const rows = [
    { figure: 'errors', value: String(errors), reach: '0', met: errors === 0 },
    {
      figure: 'deliveries made / not delivered / badly signed',
      value: `${standing.made} / ${standing.made - standing.delivered} / ${bad}`,
      reach: '– / 0 / 0',
      met: standing.made > 0 && standing.made === standing.delivered && bad === 0,
    },
    ...(['p99', 'apiMb', 'workerMb'] as const).map((field) => {
      const [first, last] = [averageThird(of(field), 0), averageThird(of(field), 2)];
      const value = `${first.toFixed(0)} → ${last.toFixed(0)}`;
      return {
        figure: `${field}, first and last third`,
        value,
        reach: '≤ +10 %',
        met: last <= first * MAX_GROWTH,
      };
    }),
  ];
  console.table(rows);
  writeFileSync(
    options.plot,
    renderChart(`${perSecond} requests/s for ${options.minutes} minutes`, seconds / 60, [
      { name: 'p99', unit: 'ms', values: of('p99') },
      { name: 'p50', unit: 'ms', values: of('p50') },
      { name: 'memory of the api', unit: 'MB', values: of('apiMb') },
      { name: 'memory of the worker', unit: 'MB', values: of('workerMb') },
      { name: 'errors', unit: '', values: of('errors') },
    ]),
  );
  writeFileSync(join(RESULTS, 'soak.json'), `${JSON.stringify({ most, perSecond, rows, taken }, null, 2)}\n`);
  if (rows.some(({ met }) => !met)) process.exitCode = 1;
} finally {
  await receiver.stop();
  await bench.close();
}
