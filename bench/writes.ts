import { randomUUID } from 'node:crypto';
import type { BareDraft } from './support/bare-draft.ts';
import type { BareQuotes } from './support/bare-quotes.ts';
import type { Bench, Organization, RecordedAnswer, Service } from './support/bench.ts';
import type { Figure, Pace } from './support/figure.ts';
import { compare, type Load } from './support/load.ts';
import type { RecordedStatement } from './support/record-sql.ts';
import { sentHeaders } from './reads.ts';
import { makeQuotes, RATE_REQUEST } from './support/requests.ts';

const DRAFT_FLOOR = 0.5;
const QUOTES_FLOOR = 0.5;

/** Drafts and rate requests to five simulated carriers, each beside a bare transaction that writes the same rows. */
export async function writes(
  bench: Bench,
  service: Service,
  organization: Organization,
  pace: Pace,
): Promise<Figure[]> {
  return [
    await drafts(bench, service, organization, pace),
    await rateRequests(bench, service, organization, pace),
  ];
}

async function drafts(
  bench: Bench,
  service: Service,
  organization: Organization,
  pace: Pace,
): Promise<Figure> {
  const [quoteId] = await makeQuotes(service.url, organization, 1);
  const body = JSON.stringify({
    quote_id: quoteId,
    ship_from: { company: 'Acme Manufacturing', address: '12 S Main St', phone: '555-222-6666' },
    ship_to: { company: 'Lakeside Stores', address: '400 W Lake St', phone: '555-333-7777' },
    freight: { description: 'Machine parts', handling_unit_type: 'pallet' },
    references: [{ name: 'PO', value: '554238' }],
  });
  const path = '/api/v1/freight';
  const request = { path, method: 'POST', body, headers: { 'idempotency-key': randomUUID() } };
  const work = workOf(await bench.record(organization, request), organization);
  const bare = await bench.bare('support/bare-draft.ts', work);
  const load = ({ url }: Service): Load => ({
    url: url + path,
    method: 'POST',
    headers: organization.headers,
    body,
    each: (sent) => ({ ...sent, headers: { ...sent.headers, 'idempotency-key': randomUUID() } }),
  });
  const { ratio, measured, baseline, rounds } = await compare(load(service), load(bare), pace);
  await bare.stop();
  return {
    name: 'POST a draft with an Idempotency-Key ÷ a bare transaction',
    reach: `≥ ${DRAFT_FLOOR}`,
    met: ratio >= DRAFT_FLOOR,
    value: ratio,
    unit: 'ratio',
    measured,
    baseline,
    rounds,
  };
}

/** What of the recorded statements a bare server can't do without. */
function workOf(recorded: RecordedAnswer, { id }: Organization): BareDraft {
  const { headers, body } = recorded;
  const find = (pattern: RegExp): RecordedStatement => findIn(recorded, pattern);
  const freight = find(/^INSERT INTO "?freight"?\W/);
  const bolNumber = (JSON.parse(body) as { bol_number: string }).bol_number;
  return {
    quote: find(/FROM "?quotes"? /),
    serial: find(/bol_serials/),
    freight,
    bolNumberAt: freight.values.indexOf(bolNumber),
    answer: String(find(/^UPDATE idempotent_requests SET sealed_answer/).values.at(-1)),
    tenant: [id, 'test'],
    headers: sentHeaders(headers),
    body,
  };
}

/** @throws when the service ran no such statement */
function findIn({ statements }: RecordedAnswer, pattern: RegExp): RecordedStatement {
  const found = statements.find(({ text }) => pattern.test(text));
  if (!found) throw new Error(`No statement matches ${pattern}`);
  return found;
}

async function rateRequests(
  bench: Bench,
  service: Service,
  organization: Organization,
  pace: Pace,
): Promise<Figure> {
  const path = '/api/v1/quotes';
  const recorded = await bench.record(organization, { path, method: 'POST', body: RATE_REQUEST });
  const event = findIn(recorded, /^INSERT INTO events/);
  const work: BareQuotes = {
    quotes: findIn(recorded, /^INSERT INTO quotes/),
    event,
    publicIdAt: event.values.findIndex((value) => String(value).startsWith('evt_')),
    headers: sentHeaders(recorded.headers),
    body: recorded.body,
  };
  const bare = await bench.bare('support/bare-quotes.ts', work);
  const load = ({ url }: Service): Load => ({
    url: url + path,
    method: 'POST',
    headers: organization.headers,
    body: RATE_REQUEST,
  });
  const { ratio, measured, baseline, rounds } = await compare(load(service), load(bare), pace);
  await bare.stop();
  return {
    name: 'POST quotes, five simulated carriers ÷ a bare transaction',
    reach: `≥ ${QUOTES_FLOOR}`,
    met: ratio >= QUOTES_FLOOR,
    value: ratio,
    unit: 'ratio',
    measured,
    baseline,
    rounds,
  };
}
