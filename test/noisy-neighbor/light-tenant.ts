import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freightRequest, rateRequest } from '../support/factories.ts';
import type { Cluster } from './cluster.ts';

/**
 * The latencies that a tenant notices: requests, webhooks from the request to the receipt, PDFs when printed and when
 * reopened, and tracking checks.
 */
export type Measure = 'requests' | 'webhooks' | 'papers' | 'copies' | 'checks';
/** Milliseconds; infinity for a missing response. */
export type Samples = Partial<Record<Measure, number[]>>;

const PER_SECOND = 60;
/** PDFs printed for the first time per second, and as many reopened ones. */
const DOCUMENTS_PER_SECOND = 4;
/** A little more than the PDFs of a whole run. */
const DRAFT_COUNT = 100;
/** The pause between two drafts, which stays below the rate limit of a key. */
const DRAFT_PAUSE_MS = 50;
const TRACKING_NUMBER_COUNT = 60;
/** A response that takes longer counts as lost. */
const TIMEOUT_MS = 20_000;
const IDLE_TIMEOUT_MS = 45_000;

/** Creates another shipment of the quote. Returns the path of its bill of lading, which was never printed. */
export async function createDraft(town: Cluster, key: string, quoteId: number): Promise<string> {
  const { id } = await town.call<{ id: number }>(key, 'POST', 'freight', freightRequest(quoteId));
  await sleep(DRAFT_PAUSE_MS);
  return `/api/v1/freight/${id}/bol/pdf`;
}

/** Does a little of everything at a steady rate, regardless of the responses, and records the latencies. */
export class LightTenant {
  private readonly agent = new Agent({ keepAlive: true });
  /** By customer: the times of the request and of the delivery. */
  private readonly requestedAt = new Map<number, number>();
  private readonly deliveredAt = new Map<number, number>();
  private readonly cluster: Cluster;
  private readonly receiver: Server;
  private readonly refusals = new Map<string, number>();
  /** The PDFs that were never printed, and those that were. */
  private readonly draftPaths: string[] = [];
  private readonly printedPaths: string[] = [];

  private constructor(town: Cluster) {
    this.cluster = town;
    this.receiver = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { data } = JSON.parse(Buffer.concat(chunks).toString()) as {
          data: { customer: { id: number } };
        };
        if (!this.deliveredAt.has(data.customer.id))
          this.deliveredAt.set(data.customer.id, performance.now());
        outgoing.writeHead(200).end();
      });
    });
  }

  static async create(town: Cluster): Promise<LightTenant> {
    const quiet = new LightTenant(town);
    const { live, test } = town.lightTenant;
    quiet.receiver.listen(0, '127.0.0.1');
    await once(quiet.receiver, 'listening');
    const url = `http://quiet.example:${(quiet.receiver.address() as AddressInfo).port}/`;
    await town.call(live, 'POST', 'webhooks', { url, events: ['customer.created'] });
    const { data } = await town.call<{ data: { id: number }[] }>(test, 'POST', 'quotes', rateRequest());
    for (let count = 0; count < DRAFT_COUNT; count++)
      quiet.draftPaths.push(await createDraft(town, test, data[0]!.id));
    const { data: numbered } = await town.call<{ data: { scac: string }[] }>(test, 'GET', 'carriers');
    await town.call(test, 'POST', 'tracking', { tracking_number: '100000', carrier: numbered[0]!.scac });
    await town.sql.query(
      `INSERT INTO tracked_shipments
         (organization_id, mode, tracking_number, normalized_number, carrier_id, carrier_name, source, next_check_at)
       SELECT organization_id, mode, n, n, carrier_id, carrier_name, source, now() + interval '1 day'
       FROM tracked_shipments, generate_series(100001, 100000 + ${TRACKING_NUMBER_COUNT}) AS n WHERE tracking_number = '100000'`,
    );
    return quiet;
  }

  /** Measures the latencies for `seconds`. */
  async measure(measures: readonly Measure[], seconds: number): Promise<Samples> {
    const until = performance.now() + seconds * 1_000;
    const samples: Samples = {};
    const works: Promise<unknown>[] = [];
    if (measures.includes('papers'))
      works.push(
        this.runAtRate(DOCUMENTS_PER_SECOND, until, () => this.printDraft()).then(
          (all) => (samples.papers = all),
        ),
      );
    if (measures.includes('copies'))
      works.push(
        this.runAtRate(DOCUMENTS_PER_SECOND, until, () => this.fetchPdf(this.printedPaths[0]!)).then(
          (all) => (samples.copies = all),
        ),
      );
    if (measures.includes('checks'))
      works.push(this.measureTrackingChecks(until).then((all) => (samples.checks = all)));
    if (measures.includes('requests') || measures.includes('webhooks'))
      works.push(
        this.measureRequests(until).then(([requests, webhooks]) =>
          Object.assign(samples, { requests, webhooks }),
        ),
      );
    await Promise.all(works);
    return samples;
  }

  /** Returns the rejections since the last call, with their counts. */
  takeRefusals(): string {
    const words = [...this.refusals].map(([what, times]) => `${times} × ${what}`).join(', ');
    this.refusals.clear();
    return words;
  }

  /** Waits until the tenant's latencies are normal again, so that a scenario does not affect the next one. */
  async waitUntilIdle(): Promise<void> {
    // Prevents a checkpoint during a measurement: PostgreSQL makes one every five minutes.
    await this.cluster.sql.query('CHECKPOINT');
    for (const end = performance.now() + IDLE_TIMEOUT_MS; performance.now() < end;) {
      const { requests, webhooks } = await this.measure(['requests', 'webhooks'], 1);
      const [row] = (
        await this.cluster.sql.query(
          `SELECT count(*)::int AS due FROM webhook_deliveries WHERE status IN ('pending', 'retrying') AND next_attempt_at <= now()`,
        )
      ).rows as { due: number }[];
      if ([...requests!, ...webhooks!].every(Number.isFinite) && row!.due === 0) break;
    }
    this.refusals.clear();
  }

  close(): void {
    this.agent.destroy();
    this.receiver.close();
    this.receiver.closeAllConnections();
  }

  private async printDraft(): Promise<number> {
    const paper = this.draftPaths.shift()!;
    const took = await this.fetchPdf(paper);
    if (Number.isFinite(took)) this.printedPaths.push(paper);
    return took;
  }

  private fetchPdf(paper: string): Promise<number> {
    return this.timeRequest(this.cluster.lightTenant.test, 'GET', paper);
  }

  private countRefusal(what: string): number {
    this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1);
    return Infinity;
  }

  private async measureRequests(until: number): Promise<[number[], number[]]> {
    this.requestedAt.clear();
    let turn = 0;
    const requests = await this.runAtRate(PER_SECOND, until, async () => {
      if (turn++ % 2 === 0)
        return this.timeRequest(this.cluster.lightTenant.live, 'GET', '/api/v1/customers?limit=20');
      return this.timeRequest(
        this.cluster.lightTenant.live,
        'POST',
        '/api/v1/customers',
        { name: 'Ann' },
        (body, at) => this.requestedAt.set((body as { id: number }).id, at),
      );
    });
    const patience = performance.now() + TIMEOUT_MS;
    while (
      performance.now() < patience &&
      [...this.requestedAt.keys()].some((id) => !this.deliveredAt.has(id))
    )
      await sleep(50);
    return [requests, [...this.requestedAt].map(([id, at]) => (this.deliveredAt.get(id) ?? Infinity) - at)];
  }

  /** Starts calls at a fixed rate. Waiting for each response would hide the latency of the calls not made meanwhile. */
  private async runAtRate(perSecond: number, until: number, work: () => Promise<number>): Promise<number[]> {
    const all: Promise<number>[] = [];
    // A late start is not made up for: that would change the rate.
    for (
      let due = performance.now();
      due < until;
      due = Math.max(due + 1_000 / perSecond, performance.now())
    ) {
      await sleep(Math.max(0, due - performance.now()));
      all.push(work());
    }
    return Promise.all(all);
  }

  private async timeRequest(
    key: string,
    method: string,
    path: string,
    body?: object,
    then?: (body: unknown, at: number) => unknown,
  ): Promise<number> {
    const at = performance.now();
    try {
      const asked = request(`${this.cluster.api.url}${path}`, {
        method,
        agent: this.agent,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).end(body && JSON.stringify(body));
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const took = performance.now() - at;
      const text = Buffer.concat(chunks).toString();
      if (answer.statusCode! >= 300) return this.countRefusal(describeRefusal(answer.statusCode!, text));
      then?.(JSON.parse(text), at);
      return took;
    } catch (error) {
      return this.countRefusal((error as NodeJS.ErrnoException).code ?? (error as Error).name);
    }
  }

  /** Makes all numbers due at once, repeatedly, and measures the time until each is checked. */
  private async measureTrackingChecks(until: number): Promise<number[]> {
    const took: number[] = [];
    do {
      const [due] = (
        await this.cluster.sql.query(
          `WITH due AS (UPDATE tracked_shipments SET next_check_at = now() WHERE organization_id = $1 RETURNING 1) SELECT now() AS at`,
          [this.cluster.lightTenant.id],
        )
      ).rows as { at: Date }[];
      const end = performance.now() + TIMEOUT_MS;
      for (;;) {
        const { rows } = await this.cluster.sql.query<{ ms: number | null }>(
          `SELECT (extract(epoch FROM last_checked_at - $2) * 1000)::float8 AS ms FROM tracked_shipments
           WHERE organization_id = $1 AND status = 'pending'`,
          [this.cluster.lightTenant.id, due!.at],
        );
        const left = rows.filter(({ ms }) => ms === null || ms < 0);
        if (left.length > 0 && performance.now() < end) {
          await sleep(100);
          continue;
        }
        took.push(...rows.map(({ ms }) => (ms === null || ms < 0 ? Infinity : ms)));
        break;
      }
    } while (performance.now() < until);
    return took;
  }
}

/** Returns the status with the message of the error, which names the reason of a 503. */
function describeRefusal(status: number, text: string): string {
  try {
    return `${status} ${(JSON.parse(text) as { error: { message: string } }).error.message}`;
  } catch {
    return String(status);
  }
}
