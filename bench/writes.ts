import { randomUUID } from 'node:crypto';
import type { BaselineDraft } from './support/baseline-draft.ts';
import type { BaselineQuotes } from './support/baseline-quotes.ts';
import type { Bench, BenchOrganization, RecordedAnswer, BenchService } from './support/bench.ts';
import type { Measurement, RoundSettings } from './support/measurement.ts';
import { compare, type Load } from './support/load.ts';
import type { RecordedStatement } from './support/record-sql.ts';
import { pickServiceHeaders } from './reads.ts';
import { createQuotes, RATE_REQUEST } from './support/requests.ts';

const DRAFT_MIN_RATIO = 0.5;
const QUOTES_MIN_RATIO = 0.5;

/**
 * Measures drafts and rate requests to five simulated carriers, each relative to a bare transaction that writes the
 * same rows.
 */
export async function benchmarkWrites(
  bench: Bench,
  service: BenchService,
  organization: BenchOrganization,
  pace: RoundSettings,
): Promise<Measurement[]> {
  return [
    await compareDrafts(bench, service, organization, pace),
    await compareRateRequests(bench, service, organization, pace),
  ];
}

async function compareDrafts(
  bench: Bench,
  service: BenchService,
  organization: BenchOrganization,
  pace: RoundSettings,
): Promise<Measurement> {
  const [quoteId] = await createQuotes(service.url, organization, 1);
  const body = JSON.stringify({
    quote_id: quoteId,
    ship_from: { company: 'Acme Manufacturing', address: '12 S Main St', phone: '555-222-6666' },
    ship_to: { company: 'Lakeside Stores', address: '400 W Lake St', phone: '555-333-7777' },
    freight: { description: 'Machine parts', handling_unit_type: 'pallet' },
    references: [{ name: 'PO', value: '554238' }],
  });
  const path = '/api/v1/freight';
  const request = { path, method: 'POST', body, headers: { 'idempotency-key': randomUUID() } };
  const work = buildBaselineDraft(await bench.record(organization, request), organization);
  const bare = await bench.startBaseline('support/baseline-draft.ts', work);
  const load = ({ url }: BenchService): Load => ({
    url: url + path,
    method: 'POST',
    headers: organization.headers,
    body,
    prepareRequest: (sent) => ({ ...sent, headers: { ...sent.headers, 'idempotency-key': randomUUID() } }),
  });
  const { ratio, measured, baseline, rounds } = await compare(load(service), load(bare), pace);
  await bare.stop();
  return {
    name: 'POST a draft with an Idempotency-Key ÷ a bare transaction',
    reach: `≥ ${DRAFT_MIN_RATIO}`,
    met: ratio >= DRAFT_MIN_RATIO,
    value: ratio,
    unit: 'ratio',
    measured,
    baseline,
    rounds,
  };
}

/** Returns the recorded statements that a bare server needs too. */
function buildBaselineDraft(recorded: RecordedAnswer, { id }: BenchOrganization): BaselineDraft {
  const { headers, body } = recorded;
  const find = (pattern: RegExp): RecordedStatement => findStatement(recorded, pattern);
  const freight = find(/^INSERT INTO "?freight"?\W/);
  const bolNumber = (JSON.parse(body) as { bol_number: string }).bol_number;
  return {
    quote: find(/FROM "?quotes"? /),
    serial: find(/bol_serials/),
    freight,
    bolNumberAt: freight.values.indexOf(bolNumber),
    answer: String(find(/^UPDATE idempotent_requests SET sealed_answer/).values.at(-1)),
    tenant: [id, 'test'],
    headers: pickServiceHeaders(headers),
    body,
  };
}

/** @throws if the service ran no such statement */
function findStatement({ statements }: RecordedAnswer, pattern: RegExp): RecordedStatement {
  const found = statements.find(({ text }) => pattern.test(text));
  if (!found) throw new Error(`No statement matches ${pattern}`);
  return found;
}

async function compareRateRequests(
  bench: Bench,
  service: BenchService,
  organization: BenchOrganization,
  pace: RoundSettings,
): Promise<Measurement> {
  const path = '/api/v1/quotes';
  const recorded = await bench.record(organization, { path, method: 'POST', body: RATE_REQUEST });
  const event = findStatement(recorded, /^INSERT INTO events/);
  const work: BaselineQuotes = {
    quotes: findStatement(recorded, /^INSERT INTO quotes/),
    event,
    publicIdAt: event.values.findIndex((value) => String(value).startsWith('evt_')),
    headers: pickServiceHeaders(recorded.headers),
    body: recorded.body,
  };
  const bare = await bench.startBaseline('support/baseline-quotes.ts', work);
  const load = ({ url }: BenchService): Load => ({
    url: url + path,
    method: 'POST',
    headers: organization.headers,
    body: RATE_REQUEST,
  });
  const { ratio, measured, baseline, rounds } = await compare(load(service), load(bare), pace);
  await bare.stop();
  return {
    name: 'POST quotes, five simulated carriers ÷ a bare transaction',
    reach: `≥ ${QUOTES_MIN_RATIO}`,
    met: ratio >= QUOTES_MIN_RATIO,
    value: ratio,
    unit: 'ratio',
    measured,
    baseline,
    rounds,
  };
}
