import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../support/service.ts';
import type { Lab, Role } from './lab.ts';

const LOOK_MS = 500;
const PATIENCE_MS = 3_000;
const ROLES: Role[] = ['api', 'worker'];

/** What an alert of deploy/alerts.yaml would look at: a figure that is out of order now, or counts what went wrong. */
const OUT_OF_ORDER: [name: string, is: (value: number) => boolean][] = [
  ['lading_database_up', (value) => value === 0],
  ['lading_database_read_up', (value) => value === 0],
  ['lading_render_up', (value) => value === 0],
  ['lading_worker_heartbeat_age_seconds', (value) => value > 10],
  ['lading_delivery_oldest_due_seconds', (value) => value > 3],
  ['lading_clock_skew_seconds', (value) => Math.abs(value) > 5],
];
/** Another value than before: somebody started the process again. */
const STARTED = 'process_start_time_seconds';
const COUNTED = [
  /^lading_job_failures_total/,
  /^lading_delivery_attempts_total\{outcome="(?!accepted)/,
  /^lading_pdf_duration_seconds_count\{outcome="(busy|failed|hung|away)"/,
  /^http_request_duration_seconds_count\{.*status="5/,
  /^lading_http_requests_shed_total/,
];

/** Looks at a lab as an operator's tools do, while a fault lasts: readiness, metrics and logs of both processes. */
export class Watch {
  private readonly seen = { ready: new Set<string>(), metrics: new Set<string>(), log: new Set<string>() };
  private readonly first = new Map<Service, Map<string, number>>();
  private readonly read = new Map<Service, number>();
  private readonly started = new Map<Role, number>();
  private readonly lab: Lab;
  private readonly looking: Promise<unknown>;
  private stopped = false;

  constructor(lab: Lab) {
    this.lab = lab;
    this.looking = Promise.all(ROLES.map((role) => this.look(role)));
  }

  /** What told of the fault; empty when nothing did. */
  async stop(): Promise<string> {
    this.stopped = true;
    await this.looking;
    const parts = Object.entries(this.seen).flatMap(([where, words]) => {
      const [first, second, ...more] = words;
      if (first === undefined) return [];
      const shown = [first, second].filter((word) => word !== undefined).join(', ');
      return [`${where}: ${shown}${more.length > 0 ? ` and ${more.length} more` : ''}`];
    });
    return parts.join('; ');
  }

  private async look(role: Role): Promise<void> {
    for (; !this.stopped; await sleep(LOOK_MS)) {
      const service = this.lab.service(role);
      await Promise.all([this.readiness(role, service), this.metrics(role, service)]);
      this.log(role, service);
    }
  }

  private async readiness(role: Role, service: Service): Promise<void> {
    const answer = await get(`${service.url}/health/ready`);
    if (answer === null) {
      // One that the lab itself has ended is no news.
      const { exitCode, signalCode } = service.process;
      if (exitCode === null && signalCode === null && this.lab.service(role) === service)
        this.seen.ready.add(`${role} does not answer`);
      return;
    }
    const { error, info } = JSON.parse(answer) as {
      error: Record<string, { message?: string }>;
      info: Record<string, { message?: string }>;
    };
    for (const [name, { message }] of Object.entries(error))
      this.seen.ready.add(`${role}: ${name} (${short(message)})`);
    for (const [name, { message }] of Object.entries(info))
      if (message) this.seen.ready.add(`${role}: ${name} (${short(message)})`);
  }

  private async metrics(role: Role, service: Service): Promise<void> {
    const text = await get(`${service.url}/metrics`);
    if (text === null) return;
    const now = new Map<string, number>();
    for (const line of text.split('\n')) {
      const [, name, value] = /^([^#]\S*(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      if (name !== undefined) now.set(name, Number(value));
    }
    const start = now.get(STARTED) ?? 0;
    if (start !== (this.started.get(role) ?? start)) this.seen.metrics.add(`${STARTED} of the ${role}`);
    this.started.set(role, start);
    const before = this.first.get(service) ?? now;
    this.first.set(service, before);
    for (const [name, is] of OUT_OF_ORDER)
      if ([...now].some(([metric, value]) => metric.split('{')[0] === name && is(value)))
        this.seen.metrics.add(name);
    for (const [name, value] of now)
      if (COUNTED.some((pattern) => pattern.test(name)) && value > (before.get(name) ?? 0))
        this.seen.metrics.add(brief(name));
  }

  private log(role: Role, service: Service): void {
    const output = service.output();
    const from = this.read.get(service) ?? output.length;
    for (const line of output.slice(from).split('\n')) {
      const message = messageIn(line);
      if (message) this.seen.log.add(`${role}: “${short(message)}”`);
    }
    this.read.set(service, output.length);
  }
}

async function get(url: string): Promise<string | null> {
  return fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    (response) => response.text(),
    () => null,
  );
}

/** A histogram's count by what matters of its labels. */
function brief(name: string): string {
  const status = /status="(\d+)"/.exec(name);
  return status ? `http_request_duration_seconds{status="${status[1]}"}` : name.replace('_count{', '{');
}

function messageIn(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return msg || err?.message;
  } catch {
    return undefined;
  }
}

function short(text = ''): string {
  return text.replaceAll('|', '/').slice(0, 70);
}
