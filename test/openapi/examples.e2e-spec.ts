import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MemberAdmin } from '../../src/features/members/member-admin.js';
import { startApp, type TestApp } from '../support/app.js';
import { recordExamples, type Example } from '../support/example-recorder.js';
import type { ApiAnswer } from '../support/example-scenario.js';

const committed = JSON.parse(readFileSync('openapi/examples.json', 'utf8')) as Record<string, Example>;

/** Values that differ in every recording: times and random ids. */
const DRAWN: [RegExp, string][] = [
  [/(?<=AT7\*X6\*NS\*{3})\d{8}/g, 'DAY'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME'],
  [/\b\d{4}-\d\d-\d\d\b/g, 'DAY'],
  [/\bqg_[0-9a-f]{32}/g, 'qg_GROUP'],
  // Written immediately or within a minute.
  [/"last_used_at":(null|"[^"]+")/g, '"last_used_at":null'],
  [/\bevt_[0-9a-f]{32}/g, 'evt_EVENT'],
  [/\breq_\w+/g, 'req_REQUEST'],
  [/whsec_[A-Za-z0-9+/=]{44}/g, 'whsec_SECRET'],
  [/\bfk_(test|live)_\w+/g, 'fk_KEY'],
  [/"secret_prefix":"[^"]+"/g, '"secret_prefix":"PREFIX"'],
  [/"duration_ms":[\d.]+/g, '"duration_ms":0'],
  // Around midnight it is a day later at the destination.
  [/"average_days":[\d.]+/g, '"average_days":0'],
  [/"name":"(Demo|Test)"/g, '"name":"ORGANIZATION"'],
  // A background job checks numbers and deliveries at any time, and records the use of a key within ten seconds.
  [/"last_used_at":(null|"TIME")/g, '"last_used_at":"TIME"'],
  [/"last_checked_at":(null|"TIME")/g, '"last_checked_at":"TIME"'],
];

/** The fields of a delivery that do not depend on its progress. */
const DELIVERY = ['object', 'id', 'endpoint_id', 'event_id', 'event_type', 'max_attempts'];

function withoutTimings(_key: string, value: ApiAnswer): ApiAnswer {
  if (value?.object !== 'webhook_delivery') return value;
  return Object.fromEntries(DELIVERY.map((name) => [name, value[name]]));
}

function withoutRandomValues(value: unknown): ApiAnswer {
  const text = DRAWN.reduce(
    (json, [pattern, word]) => json.replaceAll(pattern, word),
    JSON.stringify(value, withoutTimings),
  );
  return JSON.parse(text);
}

describe('the examples of the OpenAPI document', () => {
  let app: TestApp;
  let told: Record<string, Example>;

  beforeAll(async () => {
    app = await startApp();
    const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'));
    const { id, testKey } = await app.organization();
    // A first start has these settings.
    await app.app.get(MemberAdmin).add(id, { email: 'admin@demo.example', role: 'admin' });
    told = await recordExamples(document, app.url, testKey);
  });
  afterAll(() => app.close());

  it('equal the responses of a new service; if not, run npm run generate examples', () => {
    expect(withoutRandomValues(told)).toEqual(withoutRandomValues(committed));
  });

  it('follow one shipment from the quote to the invoice', () => {
    const answer = (id: string, status = 200): ApiAnswer => committed[id]!.answers[status];
    const quote = answer('getQuote');
    const freight = answer('getFreight');
    expect(answer('createQuotes', 201).data[0].id).toBe(quote.id);
    expect(answer('createQuotes', 201).quote_group_id).toBe(quote.quote_group_id);
    expect(committed.getQuoteGroup!.path).toContain(quote.quote_group_id);
    expect(committed.createFreight!.request).toMatchObject({ quote_id: quote.id });
    expect(freight).toMatchObject({ id: answer('createFreight', 201).id, quote: { id: quote.id } });
    expect(answer('getBol')).toMatchObject({ freight_id: freight.id, pro_number: freight.pro_number });
    expect(answer('getFreightTracking').events.length).toBeGreaterThan(0);
    expect(answer('getTracking').events.length).toBeGreaterThan(0);
    expect(answer('getTracking').tracking_number).toBe(freight.pro_number);
    expect(answer('getInvoice')).toMatchObject({
      freight_id: freight.id,
      total_cents: freight.total_charge_cents,
    });
    expect(answer('createBill', 201)).toMatchObject({ status: 'matched', freight_id: freight.id });
  });

  it('have totals that add up', () => {
    const sum = (lines: { amount_cents: number }[]): number =>
      lines.reduce((total, { amount_cents }) => total + amount_cents, 0);
    for (const quote of committed.createQuotes!.answers[201].data) {
      expect(sum(quote.charges)).toBe(quote.net_charge_cents);
    }
    const invoice = committed.getInvoice!.answers[200];
    expect(sum(invoice.line_items)).toBe(invoice.amount_cents);
    const bill = committed.createBill!;
    expect(sum((bill.request as { lines: { amount_cents: number }[] }).lines)).toBe(
      bill.answers[201].total_cents,
    );
  });
});
