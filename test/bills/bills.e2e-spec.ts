import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fixture, getError, TODAY } from '../support/fixture.js';
import { StatementRecorder } from '../support/statement-recorder.js';

describe('carrier bills', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());

  it('are stored once, however the carrier is written', async () => {
    const shipment = await bench.createInTransitFreight();
    const sent = bench.buildBill(shipment);
    await bench.postBill(sent);
    for (const carrier of [shipment.scac, shipment.scac.toLowerCase(), ` ${shipment.carrierName} `]) {
      const { body } = await bench.org.test
        .post('/api/v1/bills')
        .send({ ...sent, carrier })
        .expect(422);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'bill_already_exists' });
    }
    await bench.postBill({ ...sent, carrier: 'Somebody Else' });
    const other = await bench.app.organization();
    await bench.postBill(sent, other);
    const race = bench.buildBill(shipment);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => bench.org.test.post('/api/v1/bills').send(race)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });

  it('accept names and numbers that grow when their case changes', async () => {
    const shipment = await bench.createInTransitFreight();
    const sent = bench.buildBill(shipment, { carrier: 'İ'.repeat(255), pro_number: 'ß'.repeat(50) });
    expect(await bench.postBill(sent)).toMatchObject({ status: 'disputed', carrier: sent.carrier });
  });

  it('are listed newest first, by status and by shipment', async () => {
    const own = await bench.app.organization();
    const shipment = await bench.createInTransitFreight(own);
    const matched = await bench.postBill(bench.buildBill(shipment), own);
    const correction = { lines: undefined, total_cents: 1, replaces_bill_id: matched.id };
    const varied = await bench.postBill(bench.buildBill(shipment, correction), own);
    const disputed = await bench.postBill(bench.buildBill(shipment, { pro_number: 'NONE' }), own);
    const ids = async (query: string) => {
      const { body } = await own.test.get(`/api/v1/bills?${query}`).expect(200);
      return body.data.map(({ id }: { id: number }) => id);
    };
    expect(await ids('')).toEqual([disputed.id, varied.id, matched.id]);
    expect(await ids('limit=1')).toEqual([disputed.id]);
    expect(await ids(`starting_after=${disputed.id}`)).toEqual([varied.id, matched.id]);
    expect(await ids('status=matched')).toEqual([matched.id]);
    expect(await ids(`freight_id=${shipment.id}`)).toEqual([varied.id, matched.id]);
    for (const [query, param] of [
      ['status=open', 'status'],
      ['ending_before=1', 'ending_before'],
    ]) {
      const { body } = await own.test.get(`/api/v1/bills?${query}`).expect(400);
      expect(body.error.param).toBe(param);
    }
  });

  it('read no lines of the other bills of the same PRO number', async () => {
    const own = await bench.app.organization();
    const shipment = await bench.createInTransitFreight(own);
    const post = async (): Promise<unknown> => bench.postBill(bench.buildBill(shipment), own);
    await post();
    const recorder = new StatementRecorder(bench.app);
    const first = await recorder.record(post);
    const ofBills = first.filter(({ text }) => /^\s*SELECT\b.*\bFROM bills\b/s.test(text));
    expect(ofBills.length).toBeGreaterThan(0);
    for (const { text } of ofBills) expect(text).not.toMatch(/\blines\b/);
    // A stored duplicate does not change the statements.
    await post();
    const later = await recorder.record(post);
    // Statements of jobs may run at the same time.
    const aboutBills = (statements: typeof first): string[] =>
      statements.map(({ text }) => text).filter((text) => /\bbills\b/.test(text));
    expect(aboutBills(later)).toEqual(aboutBills(first));
    const { values, text } = ofBills.find(({ text }) => text.includes('pro_key = $5'))!;
    expect(await bench.app.sql.query(text, values)).toHaveLength(1);
    expect(text).toContain('LIMIT 1');
  });

  it('return 404 to other tenants', async () => {
    const shipment = await bench.createInTransitFreight();
    const { id } = await bench.postBill(bench.buildBill(shipment));
    const other = await bench.app.organization();
    for (const client of [other.test, bench.org.live]) {
      await client.get(`/api/v1/bills/${id}`).expect(404);
      await client
        .post('/api/v1/bills')
        .send(bench.buildBill(shipment, { freight_id: shipment.id }))
        .expect(404);
    }
    const { body } = await other.test.post('/api/v1/bills').send(bench.buildBill(shipment)).expect(201);
    expect(body).toMatchObject({ status: 'disputed', freight_id: null, quoted_cents: null });
    await bench.org.test
      .post('/api/v1/bills')
      .send(bench.buildBill(shipment, { freight_id: 999_999 }))
      .expect(404);
  });

  it('are rejected with a date before the shipment, also if its pickup is in the future', async () => {
    const shipment = await bench.createInTransitFreight();
    await bench.app.sql.query(`UPDATE freight SET pickup_date = '2999-12-31' WHERE id = $1`, [shipment.id]);
    const sent = bench.buildBill(shipment, { bill_date: '1990-01-01' });
    const { body } = await bench.org.test.post('/api/v1/bills').send(sent).expect(400);
    expect(getError(body)).toMatchObject({ code: 'date_out_of_range', param: 'bill_date' });
    await bench.postBill(bench.buildBill(shipment));
  });

  const line = { type: 'linehaul', amount_cents: 100 };

  it.each([
    ['no number', { bill_number: undefined }, 'bill_number'],
    ['a blank number', { bill_number: ' ' }, 'bill_number'],
    ['a long number', { bill_number: 'x'.repeat(51) }, 'bill_number'],
    ['no carrier', { carrier: undefined }, 'carrier'],
    ['no shipment', { pro_number: undefined }, 'pro_number'],
    ['a blank PRO number', { pro_number: '' }, 'pro_number'],
    ['text as a shipment id', { freight_id: '1' }, 'freight_id'],
    ['no date', { bill_date: undefined }, 'bill_date'],
    ['an impossible date', { bill_date: '2026-02-30' }, 'bill_date'],
    ['a date in words', { bill_date: 'yesterday' }, 'bill_date'],
    ['a future date', { bill_date: '2099-12-31' }, 'bill_date'],
    ['neither lines nor a total', { lines: undefined }, 'total_cents'],
    ['no lines', { lines: [] }, 'lines'],
    ['201 lines', { lines: Array(201).fill(line) }, 'lines'],
    ['a line without a type', { lines: [{ amount_cents: 1 }] }, 'lines[0].type'],
    ['a line of unknown type', { lines: [line, { ...line, type: 'tip' }] }, 'lines[1].type'],
    ['a line without an amount', { lines: [{ type: 'linehaul' }] }, 'lines[0].amount_cents'],
    ['a line of half a cent', { lines: [{ ...line, amount_cents: 0.5 }] }, 'lines[0].amount_cents'],
    ['a line too large', { lines: [{ ...line, amount_cents: 1e13 }] }, 'lines[0].amount_cents'],
    ['a total that differs from its lines', { lines: [line], total_cents: 99 }, 'total_cents'],
    ['a negative total', { lines: undefined, total_cents: -1 }, 'total_cents'],
  ])('are rejected with %s, and nothing is stored', async (_name, changes, param) => {
    const { test, id } = await bench.app.organization();
    const sent = {
      bill_number: 'FB-1',
      carrier: 'RLCA',
      pro_number: '1',
      bill_date: TODAY,
      lines: [line],
    };
    const { body } = await test
      .post('/api/v1/bills')
      .send({ ...sent, ...changes })
      .expect(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
    const stored = await bench.app.sql.query('SELECT 1 FROM bills WHERE organization_id = $1', [id]);
    expect(stored).toEqual([]);
  });
});
