import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditLogService } from '../../src/platform/auth/audit-log.service.js';
import { CarrierCallLog } from '../../src/features/carriers/calls/carrier-call-log.js';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { ConnectionTestService } from '../../src/features/carriers/connection-test.service.js';
import { BookingRecoveryService } from '../../src/features/freight/booking/booking-recovery.service.js';
import { startFakeCarriers, type FakeCarrierConnection } from '../fakes/fake-carriers.js';
import type { FakeXpo } from '../fakes/fake-xpo.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, rateRequest } from '../support/factories.js';

describe('live mode with fake carriers', () => {
  let carriers: FakeCarrierConnection[];
  let app: TestApp;
  let org: TestOrganization;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    carriers = await startFakeCarriers();
    app = await startApp({ PROCESS_ROLE: 'api', QUOTE_DEADLINE: '3s', BOOKING_DEADLINE: '3s' });
    org = await app.organization();
    for (const { adapter, scac, settings } of carriers)
      ids[adapter] = (await connect(adapter, scac, settings)).id;
  });
  beforeEach(() => {
    for (const { fake } of carriers) fake.behaviour = 'normal';
  });
  afterAll(async () => {
    await app.close();
    await Promise.all(carriers.map(({ fake }) => fake.close()));
  });

  const connect = (adapter: string, scac: string, settings: object, mode: 'live' | 'test' = 'live') =>
    app.app
      .get(CarrierConnectionsService)
      .connect({ organizationId: org.id, mode }, { adapter, scac, settings });
  const fakeOf = (name: string) => carriers.find(({ adapter }) => adapter === name)!.fake;
  const quotes = async () => (await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201)).body;
  const draft = async (scac: string): Promise<{ id: number; bol_number: string }> => {
    const { data } = await quotes();
    const quote = data.find((one: { scac: string }) => one.scac === scac);
    return (await org.live.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201)).body;
  };

  it('returns one quote per carrier and service level, each with charges that add up', async () => {
    const { data, carrier_results } = await quotes();
    const rated = (scac: string) => data.filter((quote: { scac: string }) => quote.scac === scac).length;
    expect([rated('RLCA'), rated('UPGF'), rated('XPOL'), rated('EXLA')]).toEqual([3, 1, 1, 1]);
    expect(new Set(carrier_results.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['rated']),
    );
    for (const { charges, net_charge_cents } of data)
      expect(
        charges.reduce((sum: number, { amount_cents }: { amount_cents: number }) => sum + amount_cents, 0),
      ).toBe(net_charge_cents);
  });

  it('returns the quotes of other carriers if one fails, and the result of each', async () => {
    fakeOf('rl').behaviour = 'html';
    fakeOf('tforce').behaviour = 'decline';
    const { data, carrier_results } = await quotes();
    expect(data.map(({ scac }: { scac: string }) => scac).sort()).toEqual(['EXLA', 'XPOL']);
    const told = Object.fromEntries(
      carrier_results.map(({ scac, status, reason }: Record<string, string>) => [scac, [status, reason]]),
    );
    expect(told).toEqual({
      RLCA: ['error', 'The carrier response has no service levels.'],
      UPGF: ['declined', 'Rate requires assistance from Customer Service'],
      XPOL: ['rated', null],
      EXLA: ['rated', null],
    });
  });

  it.each(['RLCA', 'UPGF', 'XPOL', 'EXLA'])('books with %s and tracks the shipment', async (scac) => {
    const { id } = await draft(scac);
    const { body: booked } = await org.live.post(`/api/v1/freight/${id}/book`).expect(200);
    expect(booked.pro_number).toEqual(expect.any(String));
    expect(booked).toMatchObject({
      status: 'carrier_accepted',
      pickup: { status: 'requested' },
      status_reason: expect.stringMatching(
        / accepted the booking, but the pickup hours are missing, so no pickup was requested/,
      ),
    });
    const { body } = await org.live.post(`/api/v1/tracking/${booked.pro_number}/refresh`).expect(200);
    expect(body).toMatchObject({ stale: false, status: 'out_for_delivery' });
  });

  it.each([
    ['RLCA', 'rl'],
    ['UPGF', 'tforce'],
    ['XPOL', 'xpo'],
    ['EXLA', 'estes'],
  ])('books once with %s after a lost response', async (scac, name) => {
    const { id, bol_number } = await draft(scac);
    fakeOf(name).behaviour = 'lost';
    const { body } = await org.live.post(`/api/v1/freight/${id}/book`).expect(200);
    expect(body).toMatchObject({ status: 'tendered', pro_number: null });
    fakeOf(name).behaviour = 'normal';
    await app.sql.query(`UPDATE bookings SET due_at = now() WHERE freight_id = $1`, [id]);
    await app.app.get(BookingRecoveryService).completeDue();
    expect(fakeOf(name).bookings(bol_number)).toBe(1);
    const { body: later } = await org.live.get(`/api/v1/freight/${id}`).expect(200);
    const asked = 'Call the carrier, then confirm with its PRO number or cancel.';
    expect([later.status, later.status_reason]).toEqual(
      name === 'tforce' || name === 'estes'
        ? ['carrier_accepted', expect.stringContaining('no pickup was requested')]
        : ['tendered', expect.stringContaining(asked)],
    );
  });

  it.each([
    ['RLCA', /^RLCA does not accept cancellations through its API\. Call the carrier to cancel PRO WP\d+\.$/],
    ['UPGF', /^UPGF does not accept cancellations through its API\. Call the carrier to cancel PRO \d{9}\.$/],
    [
      'EXLA',
      /^EXLA does not accept cancellations through its API\. Call the carrier to cancel PRO \d{10}\.$/,
    ],
    ['XPOL', null],
  ])('cancels with %s or asks for a phone call', async (scac, reason) => {
    const { id } = await draft(scac);
    await org.live.post(`/api/v1/freight/${id}/book`).expect(200);
    const before = (fakeOf('xpo') as FakeXpo).cancelled.size;
    const { body } = await org.live.post(`/api/v1/freight/${id}/cancel`).expect(200);
    expect(body).toMatchObject({
      status: 'voided',
      status_reason: reason && expect.stringMatching(reason),
    });
    expect((fakeOf('xpo') as FakeXpo).cancelled.size - before).toBe(reason ? 0 : 1);
  });

  it('books once after an outage in which the carrier got no request', async () => {
    const { id, bol_number } = await draft('XPOL');
    fakeOf('xpo').behaviour = 429;
    await org.live.post(`/api/v1/freight/${id}/book`).expect(200);
    fakeOf('xpo').behaviour = 'normal';
    const settings = carriers.find(({ adapter }) => adapter === 'xpo')!.settings;
    ids.xpo = (await connect('xpo', 'XPOL', settings)).id;
    await app.sql.query(`UPDATE bookings SET due_at = now() WHERE freight_id = $1`, [id]);
    await app.app.get(BookingRecoveryService).completeDue();
    expect(fakeOf('xpo').bookings(bol_number)).toBe(1);
  });

  it('logs the calls of every carrier without credentials', async () => {
    await quotes();
    await app.app.get(CarrierCallLog).flush();
    const { body } = await org.live.get('/api/v1/carrier-calls?limit=100').expect(200);
    expect(new Set(body.data.map(({ carrier }: { carrier: string }) => carrier))).toEqual(
      new Set(['RLCA', 'UPGF', 'XPOL', 'EXLA']),
    );
    const tokens = body.data.filter(({ url }: { url: string }) => url.endsWith('/token'));
    expect(tokens[0].request).toContain('[redacted]');
    const kept = JSON.stringify(await app.sql.query('SELECT * FROM carrier_calls'));
    for (const { settings } of carriers)
      for (const [name, value] of Object.entries(settings))
        if (!name.endsWith('_url') && name !== 'scope') expect(kept).not.toContain(value);
    expect(kept).not.toMatch(/(tforce|xpo|estes)-token-/);
  });

  it('tests a connection without moving freight', async () => {
    const test = (id: number) =>
      app.app.get(ConnectionTestService).test({ organizationId: org.id, mode: 'live' }, id);
    expect(await test(ids.rl!)).toEqual({
      carrier: 'RLCA',
      rate: { outcome: 'rated', reason: null, quotes: 3, duration_ms: expect.any(Number) },
      supports: {
        booking: true,
        cancelling: false,
        tracking: true,
        documents: ['bill_of_lading', 'pod', 'carrier_invoice'],
      },
      operations: ['rate', 'tender', 'track', 'documents'],
      calls: [
        {
          method: 'POST',
          url: expect.stringContaining('/RateQuote'),
          status: 200,
          fault: null,
          durationMs: expect.any(Number),
        },
      ],
    });
    fakeOf('rl').behaviour = 401;
    expect(await test(ids.rl!)).toMatchObject({
      rate: { outcome: 'error', reason: 'The carrier request failed: the credentials were rejected.' },
    });
    expect(await test(999_999)).toBeNull();
  });

  it('is the only mode for adapters that call a carrier', async () => {
    const { adapter, scac, settings } = carriers[0]!;
    await expect(connect(adapter, scac, settings, 'test')).rejects.toThrow('works in live mode only');
  });

  it('deletes the credentials of a replaced or deleted connection and records the actor', async () => {
    const { adapter, scac, settings } = carriers[0]!;
    const [before, after] = [ids.rl!, (await connect(adapter, scac, settings)).id];
    expect(await app.app.get(CarrierConnectionsService).disconnect(after)).toBe(true);
    expect(await app.app.get(CarrierConnectionsService).disconnect(after)).toBe(false);
    const rows: unknown[] = await app.sql.query('SELECT FROM carrier_connections WHERE id = ANY ($1)', [
      [before, after],
    ]);
    expect(rows).toEqual([]);
    const entries = (await app.app.get(AuditLogService).list(org.id)).filter(({ action }) =>
      action.startsWith('carrier.'),
    );
    expect(entries.slice(-2)).toMatchObject([
      { action: 'carrier.connected', mode: 'live', details: { id: after, adapter, scac, replaces: before } },
      { action: 'carrier.disconnected', details: { id: after } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('key-of');
  });
});
