import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freightRequest, rateRequest } from '../support/factories.ts';
import type { Cluster } from './cluster.ts';

/**
 * What a tenant notices: its requests, its webhooks from the request to the receipt, its papers when they are printed and when
 * they are opened again, checks of its numbers.
 */
export type Measure = 'requests' | 'webhooks' | 'papers' | 'copies' | 'checks';
/** Milliseconds, or infinity for what never came. */
export type Samples = Partial<Record<Measure, number[]>>;

const PER_SECOND = 60;
/** Papers that are printed for the first time, and as many that are opened again. */
const DOCUMENTS_PER_SECOND = 4;
/** As many as are printed in all, a little more. */
const DRAFT_COUNT = 100;
/** Between two drafts: fewer than a key may ask for. */
const DRAFT_PAUSE_MS = 50;
const TRACKING_NUMBER_COUNT = 60;
/** What hasn't come by then never comes. */
const TIMEOUT_MS = 20_000;
const IDLE_TIMEOUT_MS = 45_000;

/** Another shipment of the quote; the path of its bill of lading, which nobody has printed yet. */
export async function createDraft(town: Cluster, key: string, quoteId: number): Promise<string> {
  const { id } = await town.call<{ id: number }>(key, 'POST', 'freight', freightRequest(quoteId));
  await sleep(DRAFT_PAUSE_MS);
  return `/api/v1/freight/${id}/bol/pdf`;
}

/** A tenant that does a little of everything, at a steady pace whatever the answers do, and notes how long each took. */
export class LightTenant {
  private readonly agent = new Agent({ keepAlive: true });
  /** By customer: when it was asked for, and when the receiver heard of it. */
  private readonly requestedAt = new Map<number, number>();
  private readonly deliveredAt = new Map<number, number>();
  private readonly cluster: Cluster;
  private readonly receiver: Server;
  private readonly refusals = new Map<string, number>();
  /** Papers that were never printed, and those that were. */
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

  /** What it noticed in so many seconds. */
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

  /** What it was answered instead of success, and how often, since it was asked last. */
  takeRefusals(): string {
    const words = [...this.refusals].map(([what, times]) => `${times} × ${what}`).join(', ');
    this.refusals.clear();
    return words;
  }

  /** Until it is well served again, so that no row inherits from the one before. */
  async waitUntilIdle(): Promise<void> {
    // What rows before have left to write would be written in the middle of one: PostgreSQL does so every five minutes.
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

  /** Starts at the pace, however long each takes: who waited for one answer before the next question would miss what it waited for. */
  private async runAtRate(perSecond: number, until: number, work: () => Promise<number>): Promise<number[]> {
    const all: Promise<number>[] = [];
    // Late by itself it doesn't make up for it: that would be another pace.
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
      if (answer.statusCode! >= 300) return this.countRefusal(String(answer.statusCode));
      const took = performance.now() - at;
      then?.(JSON.parse(Buffer.concat(chunks).toString()), at);
      return took;
    } catch (error) {
      return this.countRefusal((error as NodeJS.ErrnoException).code ?? (error as Error).name);
    }
  }

  /** All numbers become due at once, again and again: how long after that each was asked for. */
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
