import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freightRequest, rateRequest } from '../support/factories.ts';
import type { Town } from './town.ts';

/**
 * What a tenant notices: its requests, its webhooks from the request to the receipt, its papers when they are printed and when
 * they are opened again, checks of its numbers.
 */
export type Measure = 'requests' | 'webhooks' | 'papers' | 'copies' | 'checks';
/** Milliseconds, or infinity for what never came. */
export type Samples = Partial<Record<Measure, number[]>>;

const PER_SECOND = 60;
/** Papers that are printed for the first time, and as many that are opened again. */
const PAPERS_PER_SECOND = 4;
/** As many as are printed in all, a little more. */
const DRAFTS = 100;
/** Between two drafts: fewer than a key may ask for. */
const DRAFT_MS = 50;
const NUMBERS = 60;
/** What hasn't come by then never comes. */
const PATIENCE_MS = 20_000;
const CALM_MS = 45_000;

/** Another shipment of the quote; the path of its bill of lading, which nobody has printed yet. */
export async function draft(town: Town, key: string, quoteId: number): Promise<string> {
  const { id } = await town.call<{ id: number }>(key, 'POST', 'freight', freightRequest(quoteId));
  await sleep(DRAFT_MS);
  return `/api/v1/freight/${id}/bol/pdf`;
}

/** A tenant that does a little of everything, at a steady pace whatever the answers do, and notes how long each took. */
export class Quiet {
  private readonly agent = new Agent({ keepAlive: true });
  /** By customer: when it was asked for, and when the receiver heard of it. */
  private readonly asked = new Map<number, number>();
  private readonly heard = new Map<number, number>();
  private readonly town: Town;
  private readonly receiver: Server;
  private readonly refusals = new Map<string, number>();
  /** Papers that were never printed, and those that were. */
  private readonly drafts: string[] = [];
  private readonly printed: string[] = [];

  private constructor(town: Town) {
    this.town = town;
    this.receiver = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { data } = JSON.parse(Buffer.concat(chunks).toString()) as {
          data: { customer: { id: number } };
        };
        if (!this.heard.has(data.customer.id)) this.heard.set(data.customer.id, performance.now());
        outgoing.writeHead(200).end();
      });
    });
  }

  static async moveIn(town: Town): Promise<Quiet> {
    const quiet = new Quiet(town);
    const { live, test } = town.quiet;
    quiet.receiver.listen(0, '127.0.0.1');
    await once(quiet.receiver, 'listening');
    const url = `http://quiet.example:${(quiet.receiver.address() as AddressInfo).port}/`;
    await town.call(live, 'POST', 'webhooks', { url, events: ['customer.created'] });
    const { data } = await town.call<{ data: { id: number }[] }>(test, 'POST', 'quotes', rateRequest());
    for (let count = 0; count < DRAFTS; count++) quiet.drafts.push(await draft(town, test, data[0]!.id));
    const { data: numbered } = await town.call<{ data: { scac: string }[] }>(test, 'GET', 'carriers');
    await town.call(test, 'POST', 'tracking', { tracking_number: '100000', carrier: numbered[0]!.scac });
    await town.sql.query(
      `INSERT INTO tracked_shipments
         (organization_id, mode, tracking_number, normalized_number, carrier_id, carrier_name, source, next_check_at)
       SELECT organization_id, mode, n, n, carrier_id, carrier_name, source, now() + interval '1 day'
       FROM tracked_shipments, generate_series(100001, 100000 + ${NUMBERS}) AS n WHERE tracking_number = '100000'`,
    );
    return quiet;
  }

  /** What it noticed in so many seconds. */
  async live(measures: readonly Measure[], seconds: number): Promise<Samples> {
    const until = performance.now() + seconds * 1_000;
    const samples: Samples = {};
    const works: Promise<unknown>[] = [];
    if (measures.includes('papers'))
      works.push(
        this.pace(PAPERS_PER_SECOND, until, () => this.print()).then((all) => (samples.papers = all)),
      );
    if (measures.includes('copies'))
      works.push(
        this.pace(PAPERS_PER_SECOND, until, () => this.open(this.printed[0]!)).then(
          (all) => (samples.copies = all),
        ),
      );
    if (measures.includes('checks')) works.push(this.checks(until).then((all) => (samples.checks = all)));
    if (measures.includes('requests') || measures.includes('webhooks'))
      works.push(
        this.requests(until).then(([requests, webhooks]) => Object.assign(samples, { requests, webhooks })),
      );
    await Promise.all(works);
    return samples;
  }

  /** What it was answered instead of success, and how often, since it was asked last. */
  complaints(): string {
    const words = [...this.refusals].map(([what, times]) => `${times} × ${what}`).join(', ');
    this.refusals.clear();
    return words;
  }

  /** Until it is well served again, so that no row inherits from the one before. */
  async calm(): Promise<void> {
    // What rows before have left to write would be written in the middle of one: PostgreSQL does so every five minutes.
    await this.town.sql.query('CHECKPOINT');
    for (const end = performance.now() + CALM_MS; performance.now() < end;) {
      const { requests, webhooks } = await this.live(['requests', 'webhooks'], 1);
      const [row] = (
        await this.town.sql.query(
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

  private async print(): Promise<number> {
    const paper = this.drafts.shift()!;
    const took = await this.open(paper);
    if (Number.isFinite(took)) this.printed.push(paper);
    return took;
  }

  private open(paper: string): Promise<number> {
    return this.timed(this.town.quiet.test, 'GET', paper);
  }

  private refused(what: string): number {
    this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1);
    return Infinity;
  }

  private async requests(until: number): Promise<[number[], number[]]> {
    this.asked.clear();
    let turn = 0;
    const requests = await this.pace(PER_SECOND, until, async () => {
      if (turn++ % 2 === 0) return this.timed(this.town.quiet.live, 'GET', '/api/v1/customers?limit=20');
      return this.timed(this.town.quiet.live, 'POST', '/api/v1/customers', { name: 'Ann' }, (body, at) =>
        this.asked.set((body as { id: number }).id, at),
      );
    });
    const patience = performance.now() + PATIENCE_MS;
    while (performance.now() < patience && [...this.asked.keys()].some((id) => !this.heard.has(id)))
      await sleep(50);
    return [requests, [...this.asked].map(([id, at]) => (this.heard.get(id) ?? Infinity) - at)];
  }

  /** Starts at the pace, however long each takes: who waited for one answer before the next question would miss what it waited for. */
  private async pace(perSecond: number, until: number, work: () => Promise<number>): Promise<number[]> {
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

  private async timed(
    key: string,
    method: string,
    path: string,
    body?: object,
    then?: (body: unknown, at: number) => unknown,
  ): Promise<number> {
    const at = performance.now();
    try {
      const asked = request(`${this.town.api.url}${path}`, {
        method,
        agent: this.agent,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).end(body && JSON.stringify(body));
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      if (answer.statusCode! >= 300) return this.refused(String(answer.statusCode));
      const took = performance.now() - at;
      then?.(JSON.parse(Buffer.concat(chunks).toString()), at);
      return took;
    } catch (error) {
      return this.refused((error as NodeJS.ErrnoException).code ?? (error as Error).name);
    }
  }

  /** All numbers become due at once, again and again: how long after that each was asked for. */
  private async checks(until: number): Promise<number[]> {
    const took: number[] = [];
    do {
      const [due] = (
        await this.town.sql.query(
          `WITH due AS (UPDATE tracked_shipments SET next_check_at = now() WHERE organization_id = $1 RETURNING 1) SELECT now() AS at`,
          [this.town.quiet.id],
        )
      ).rows as { at: Date }[];
      const end = performance.now() + PATIENCE_MS;
      for (;;) {
        const { rows } = await this.town.sql.query<{ ms: number | null }>(
          `SELECT (extract(epoch FROM last_checked_at - $2) * 1000)::float8 AS ms FROM tracked_shipments
           WHERE organization_id = $1 AND status = 'pending'`,
          [this.town.quiet.id, due!.at],
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
