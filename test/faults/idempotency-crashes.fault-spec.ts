import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newQuote, rateRequest } from '../support/factories.js';
import { startService, type ServiceProcess } from '../support/service-process.js';

const KILLS = 50;
const REQUESTS_EACH = 4;
/** A random kill happens within this time, which is longer than the requests take. */
const SPREAD_MS = 350;
const RETRY_FOR_MS = 60_000;

interface Work {
  path: string;
  key: string;
  body: Record<string, unknown>;
}

interface Answer {
  status: number;
  text: string;
  replayed: boolean;
}

/** Kills the process at random points of POST /quotes and POST /freight, and repeats the requests. */
describe('a process killed during requests', () => {
  let app: TestApp;
  let org: TestOrganization;
  let quoteId: number;
  let starting: Promise<ServiceProcess>;
  const seen = { kills: 0, requests: 0, answered: 0, doneUnanswered: 0, doneAgain: 0 };

  const start = (): Promise<ServiceProcess> =>
    startService({ DATABASE_URL: (app.sql.options as { url: string }).url, LOG_LEVEL: 'silent' });

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
    quoteId = (await newQuote(org.test)).id;
    starting = start();
  }, 120_000);
  afterAll(async () => {
    await (await starting).kill();
    await app.close();
    process.stdout.write(`${JSON.stringify(seen)}\n`);
  });

  async function post(url: string, { path, key, body }: Work): Promise<Answer | null> {
    try {
      const response = await fetch(`${url}/api/v1${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${org.testKey}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify(body),
      });
      const { status, headers } = response;
      return { status, text: await response.text(), replayed: headers.has('Idempotent-Replayed') };
    } catch {
      return null;
    }
  }

  /** Repeats the same request until it gets a response, as a correct client does. */
  async function retry(url: string, work: Work): Promise<Answer> {
    for (const start = Date.now(); ;) {
      const answer = await post(url, work);
      if (answer && answer.status !== 409) return answer;
      if (Date.now() - start > RETRY_FOR_MS) throw new Error(`${work.key}: ${answer?.text}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  /** Returns the stored work of a request by its number: one quote group with one event, or one draft. */
  async function traces({ path, body }: Work): Promise<unknown> {
    const customer = [body.customer_id];
    if (path === '/freight') {
      const [row] = await app.sql.query(
        'SELECT count(*) AS freight FROM freight WHERE customer_id = $1',
        customer,
      );
      return row;
    }
    const [row] = await app.sql.query(
      `SELECT (SELECT count(DISTINCT group_id) FROM quotes WHERE customer_id = $1) AS groups,
              (SELECT count(*) FROM events WHERE type = 'quote.created'
                 AND (data->'quotes'->0->>'customer_id')::bigint = $1) AS events`,
      customer,
    );
    return row;
  }

  /** Waits for the moment of the kill, by turns: a random time, the first stored key, the first committed work. */
  async function moment(number: number, works: Work[]): Promise<void> {
    if (number % 3 === 0) return new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
    const wanted = number % 3 === 1 ? '' : 'AND sealed_answer IS NOT NULL';
    const keys = works.map(({ key }) => key);
    for (;;) {
      const rows = await app.sql.query(
        `SELECT FROM idempotent_requests WHERE key = ANY ($1) ${wanted} LIMIT 1`,
        [keys],
      );
      if (rows.length > 0) return;
    }
  }

  async function round(number: number, lapse: boolean): Promise<void> {
    const service = await starting;
    starting = start();
    const works = Array.from({ length: REQUESTS_EACH * 2 }, (_, index): Work => {
      const customerId = 1_000_000 + number * 100 + index;
      const key = `kill-${customerId}`;
      return index % 2 === 0
        ? { path: '/quotes', key, body: rateRequest({ customer_id: customerId }) }
        : { path: '/freight', key, body: freightRequest(quoteId, { customer_id: customerId }) };
    });
    const first = works.map((work) => post(service.url, work));
    await moment(number, works);
    await service.kill();
    const answers = await Promise.all(first);
    const done = await Promise.all(
      works.map(async (work) => Object.values((await traces(work)) as object).every((count) => count === 1)),
    );
    if (lapse)
      await app.sql.query('UPDATE idempotent_requests SET lease_until = now() WHERE sealed_answer IS NULL');

    const { url } = await starting;
    const again = await Promise.all(works.map((work) => retry(url, work)));
    seen.kills++;
    for (const [index, work] of works.entries()) {
      const [before, after] = [answers[index]!, again[index]!];
      seen.requests++;
      if (before) seen.answered++;
      else if (done[index]) seen.doneUnanswered++;
      else seen.doneAgain++;
      expect(`${work.path} ${after.status}`).toBe(`${work.path} 201`);
      expect(after.replayed).toBe(done[index]);
      if (before) expect(after.text).toBe(before.text);
      expect(await traces(work)).toEqual(work.path === '/quotes' ? { groups: 1, events: 1 } : { freight: 1 });
    }
  }

  it(`${KILLS} times leaves each request done exactly once`, async () => {
    for (let number = 0; number < KILLS; number++) await round(number, true);
  }, 900_000);

  it('releases its idempotency keys within 30 seconds', async () => {
    await round(KILLS, false);
  }, 120_000);
});
