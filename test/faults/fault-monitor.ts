import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../support/service-process.ts';
import type { FaultCluster, Role } from './fault-cluster.ts';

const POLL_INTERVAL_MS = 500;
const TIMEOUT_MS = 3_000;
const ROLES: Role[] = ['api', 'worker'];

/** The conditions of deploy/alerts.yaml: a gauge out of range, or a counter of failures that grew. */
const ABNORMAL_METRICS: [name: string, is: (value: number) => boolean][] = [
  ['lading_database_up', (value) => value === 0],
  ['lading_database_read_up', (value) => value === 0],
  ['lading_render_up', (value) => value === 0],
  ['lading_worker_heartbeat_age_seconds', (value) => value > 10],
  ['lading_delivery_oldest_due_seconds', (value) => value > 3],
  ['lading_clock_skew_seconds', (value) => Math.abs(value) > 5],
];
/** A changed value means that a supervisor restarted the process. */
const START_TIME_METRIC = 'process_start_time_seconds';
const FAILURE_COUNTERS = [
  /^lading_job_failures_total/,
  /^lading_delivery_attempts_total\{outcome="(?!accepted)/,
  /^lading_pdf_duration_seconds_count\{outcome="(busy|failed|hung|away)"/,
  /^http_request_duration_seconds_count\{.*status="5/,
  /^lading_http_requests_shed_total/,
];

/** Watches a cluster during a fault as an operator's tools do: readiness, metrics and logs of both processes. */
export class FaultMonitor {
  private readonly detections = {
    ready: new Set<string>(),
    metrics: new Set<string>(),
    log: new Set<string>(),
  };
  private readonly first = new Map<ServiceProcess, Map<string, number>>();
  private readonly read = new Map<ServiceProcess, number>();
  private readonly started = new Map<Role, number>();
  private readonly lab: FaultCluster;
  private readonly polling: Promise<unknown>;
  private stopped = false;

  constructor(lab: FaultCluster) {
    this.lab = lab;
    this.polling = Promise.all(ROLES.map((role) => this.poll(role)));
  }

  /** Returns the signal that detected the fault; empty if none did. */
  async stop(): Promise<string> {
    this.stopped = true;
    await this.polling;
    const parts = Object.entries(this.detections).flatMap(([where, words]) => {
      const [first, second, ...more] = words;
      if (first === undefined) return [];
      const shown = [first, second].filter((word) => word !== undefined).join(', ');
      return [`${where}: ${shown}${more.length > 0 ? ` and ${more.length} more` : ''}`];
    });
    return parts.join('; ');
  }

  private async poll(role: Role): Promise<void> {
    for (; !this.stopped; await sleep(POLL_INTERVAL_MS)) {
      const service = this.lab.service(role);
      await Promise.all([this.checkReadiness(role, service), this.checkMetrics(role, service)]);
      this.checkLog(role, service);
    }
  }

  private async checkReadiness(role: Role, service: ServiceProcess): Promise<void> {
    const answer = await get(`${service.url}/health/ready`);
    if (answer === null) {
      // Ignores a process that the cluster itself stopped.
      const { exitCode, signalCode } = service.process;
      if (exitCode === null && signalCode === null && this.lab.service(role) === service)
        this.detections.ready.add(`${role} does not answer`);
      return;
    }
    const { error, info } = JSON.parse(answer) as {
      error: Record<string, { message?: string }>;
      info: Record<string, { message?: string }>;
    };
    for (const [name, { message }] of Object.entries(error))
      this.detections.ready.add(`${role}: ${name} (${truncate(message)})`);
    for (const [name, { message }] of Object.entries(info))
      if (message) this.detections.ready.add(`${role}: ${name} (${truncate(message)})`);
  }

  private async checkMetrics(role: Role, service: ServiceProcess): Promise<void> {
    const text = await get(`${service.url}/metrics`);
    if (text === null) return;
    const now = new Map<string, number>();
    for (const line of text.split('\n')) {
      const [, name, value] = /^([^#]\S*(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      if (name !== undefined) now.set(name, Number(value));
    }
    const start = now.get(START_TIME_METRIC) ?? 0;
    if (start !== (this.started.get(role) ?? start))
      this.detections.metrics.add(`${START_TIME_METRIC} of the ${role}`);
    this.started.set(role, start);
    const before = this.first.get(service) ?? now;
    this.first.set(service, before);
    for (const [name, is] of ABNORMAL_METRICS)
      if ([...now].some(([metric, value]) => metric.split('{')[0] === name && is(value)))
        this.detections.metrics.add(name);
    for (const [name, value] of now)
      if (FAILURE_COUNTERS.some((pattern) => pattern.test(name)) && value > (before.get(name) ?? 0))
        this.detections.metrics.add(shortenMetricName(name));
  }

  private checkLog(role: Role, service: ServiceProcess): void {
    const output = service.output();
    const from = this.read.get(service) ?? output.length;
    for (const line of output.slice(from).split('\n')) {
      const message = parseMessage(line);
      if (message) this.detections.log.add(`${role}: “${truncate(message)}”`);
    }
    this.read.set(service, output.length);
  }
}

async function get(url: string): Promise<string | null> {
  return fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (response) => response.text(),
    () => null,
  );
}

/** Shortens a histogram's count to its relevant labels. */
function shortenMetricName(name: string): string {
  const status = /status="(\d+)"/.exec(name);
  return status ? `http_request_duration_seconds{status="${status[1]}"}` : name.replace('_count{', '{');
}

function parseMessage(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return msg || err?.message;
  } catch {
    return undefined;
  }
}

function truncate(text = ''): string {
  return text.replaceAll('|', '/').slice(0, 70);
}
