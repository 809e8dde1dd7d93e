import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest } from '../support/factories.js';
import { buildQuoteRequest, CITIES, LA_TO_CHICAGO, LOADS, type Load } from './loads.js';
import { computeTransitDays, addDays, addBusinessDays, computePrices, type Zip } from './expected-prices.js';

/** Thanksgiving of next year. The test clock stands at 10:00 on the day before, in Los Angeles. */
const YEAR = new Date().getUTCFullYear() + 1;
const THANKSGIVING = [22, 23, 24, 25, 26, 27, 28]
  .map((day) => `${YEAR}-11-${day}`)
  .find((day) => new Date(day).getUTCDay() === 4)!;
const WEDNESDAY = addDays(THANKSGIVING, -1);
const MONDAY = addDays(THANKSGIVING, 4);
const TUESDAY = addDays(THANKSGIVING, 5);
const HOLIDAYS = [THANKSGIVING, addDays(THANKSGIVING, 1)];
/** Los Angeles is eight hours behind in winter. */
const at = (hour: number, day = WEDNESDAY) => new Date(Date.parse(`${day}T08:00:00Z`) + hour * 3_600_000);

const REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

interface Quote {
  id: number;
  scac: string;
  service_level: string;
  net_charge_cents: number;
  charges: { type: string; code: string; amount_cents: number }[];
  ship_date: string;
  pickup_date: string;
  estimated_delivery_date: string;
  transit_days: number;
  warnings: Warning[];
}
type Warning = { code: string; param: string };

const sum = (lines: { amount_cents: number }[]) =>
  lines.reduce((all, { amount_cents }) => all + amount_cents, 0);
const said = (warnings: Warning[]) => warnings.map(({ code, param }) => `${code} ${param}`);

/** Covers thirty loads in the week of a holiday, with every total to the cent. */
describe('a freight desk’s week', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    // The database uses the real clock, so quotes must stay valid until that week.
    app = await startApp({ PROCESS_ROLE: 'api', PICKUP_CUTOFF: '16:00', QUOTE_VALIDITY: '800d' });
    org = await app.organization();
    await app.app
      .get(CarrierConnectionsService)
      .connect(
        { organizationId: org.id, mode: 'test' },
        { adapter: 'simulated', scac: 'SIM6', settings: {} },
      );
    jest.useFakeTimers({ now: at(10), doNotFake: [...REAL] });
  });
  afterAll(async () => {
    jest.useRealTimers();
    await app.close();
  });

  const post = async (path: string, body: object = {}, status = 201) =>
    (await org.test.post(`/api/v1${path}`).send(body).expect(status)).body;
  const get = async (path: string) => (await org.test.get(`/api/v1${path}`).expect(200)).body;
  const quotes = async (load: Load) => (await post('/quotes', buildQuoteRequest(load))) as { data: Quote[] };
  const draft = (quoteId: number, more: object = {}, status = 201) =>
    post('/freight', freightRequest(quoteId, { ship_date: undefined, ...more }), status);
  const plain = async (more: object = {}) => {
    const { data } = await quotes(LOADS[0]!);
    return draft(data.find(({ scac }) => scac === 'SIM1')!.id, more);
  };

  describe('thirty loads', () => {
    it('are complete', () => expect(LOADS).toHaveLength(30));

    it.each(LOADS)('$what', async (load) => {
      const { lane = LA_TO_CHICAGO, lines, fees = {}, warnings = [], refusedBy = {}, by = 'SIM2' } = load;
      const group = (await quotes(load)) as { data: Quote[] } & Record<string, unknown>;

      // Checks the prices of the carriers that quote, and the reasons of the others.
      const wanted = ['SIM1', 'SIM2', 'SIM3', 'SIM4', 'SIM5', 'SIM6'].filter((scac) => !refusedBy[scac]);
      const worthIt = (scac: string) =>
        Object.entries(computePrices(scac, lane, lines, Object.values(fees))).map(
          ([level, price]) => `${scac} ${level} ${price}`,
        );
      expect(
        group.data
          .map(({ scac, service_level, net_charge_cents }) => `${scac} ${service_level} ${net_charge_cents}`)
          .sort(),
      ).toEqual(wanted.flatMap(worthIt).sort());
      expect(group.data.map(({ net_charge_cents }) => net_charge_cents)).toEqual(
        group.data.map(({ net_charge_cents }) => net_charge_cents).toSorted((a, b) => a - b),
      );
      for (const { scac, reason } of (
        group.carrier_results as { scac: string; reason: string | null }[]
      ).filter(({ reason: why }) => why !== null))
        expect([scac, reason]).toEqual([scac, expect.stringMatching(refusedBy[scac] ?? /^never$/)]);

      // Checks the charges, the warnings and the transit days.
      for (const quote of group.data) {
        expect(sum(quote.charges)).toBe(quote.net_charge_cents);
        const codes = quote.charges.filter(
          ({ type, code }) => type === 'accessorial' && !code.startsWith('GTD'),
        );
        expect(codes.map(({ code }) => code).sort()).toEqual(Object.keys(fees).sort());
        expect(said(quote.warnings)).toEqual(warnings);
        const days = computeTransitDays(quote.scac, lane);
        expect(quote).toMatchObject({
          ship_date: MONDAY,
          pickup_date: MONDAY,
          transit_days: days,
          estimated_delivery_date: addBusinessDays(MONDAY, days, HOLIDAYS),
        });
      }
      expect(said(group.warnings as Warning[])).toEqual(warnings);

      // Books one of them and compares the price and the counts of the bill of lading.
      const chosen = group.data.findLast(({ scac }) => scac === by)!;
      const { id } = await draft(chosen.id, load.draft);
      const booked = await post(`/freight/${id}/book`, {}, 200);
      expect(booked).toMatchObject({
        status: by === 'SIM6' ? 'created' : 'scheduled',
        total_charge_cents: computePrices(by, lane, lines, Object.values(fees))[chosen.service_level],
        pickup_date: MONDAY,
        estimated_delivery_date: chosen.estimated_delivery_date,
        pickup: { date: MONDAY, status: by === 'SIM6' ? 'requested' : 'confirmed' },
      });
      expect(said(booked.warnings)).toEqual(warnings);
      const { units = 1, pieces = null } = load;
      expect((await get(`/freight/${id}/bol`)).totals).toEqual({
        handling_units: units,
        pieces,
        weight: lines.reduce((pounds, { weight }) => pounds + weight, 0),
      });
      if (by !== 'SIM6') return;
      // Values from the phone call stay: the service cannot tell the carrier about a new or cancelled pickup.
      const onThePhone = { pro_number: '400-123-456', pickup_confirmation: 'JOE-7' };
      expect(await post(`/freight/${id}/confirm`, onThePhone, 200)).toMatchObject({
        status: 'scheduled',
        pro_number: '400123456',
      });
      const moved = await post(`/freight/${id}/pickup`, { date: MONDAY }, 200);
      expect(moved).toMatchObject({ pickup_date: MONDAY, pickup_confirmation: 'JOE-7' });
      await org.test.delete(`/api/v1/freight/${id}/pickup`).expect(200);
      expect((await post(`/freight/${id}/pickup`, { date: MONDAY }, 200)).pickup).toMatchObject({
        status: 'requested',
        confirmation: null,
      });
    });

    it('exclude three tons on one liftgate', async () => {
      const six = { weight: 6_000, freight_class: '50', length: 48, width: 40, height: 60 };
      const { error } = await post(
        '/quotes',
        buildQuoteRequest({ what: '', lines: [six], ask: { accessorials: { destination_liftgate: true } } }),
        422,
      );
      expect(error.code).toBe('no_rates');
      for (const { reason } of error.carrier_results)
        expect(reason).toMatch(/6,000 lb; the carrier's liftgates lift at most/);
    });
  });

  describe('the calendar', () => {
    const from = (zip: Zip, shipDate?: string, status = 201) =>
      post(
        '/quotes',
        { ...buildQuoteRequest(LOADS[0]!), origin: { zip, ...CITIES[zip] }, ship_date: shipDate },
        status,
      );

    it.each([
      ['today', WEDNESDAY, WEDNESDAY],
      ['Thanksgiving', THANKSGIVING, MONDAY],
      ['the Saturday after', addDays(THANKSGIVING, 2), MONDAY],
      ['the Sunday', addDays(THANKSGIVING, 3), MONDAY],
    ])('schedules a pickup for %s on a business day', async (_, asked_, comes) => {
      const { data } = await from('90001', asked_);
      for (const quote of data as Quote[]) {
        expect(quote).toMatchObject({ ship_date: asked_, pickup_date: comes });
        expect(said(quote.warnings)).toEqual(asked_ === comes ? [] : ['pickup_moved ship_date']);
        expect(quote.estimated_delivery_date).toBe(addBusinessDays(comes, quote.transit_days, HOLIDAYS));
      }
    });

    it('counts no holidays in transit, with Christmas and New Year as observed', async () => {
      const kept = [`${YEAR}-12-25`, `${YEAR}-12-24`, `${YEAR + 1}-01-01`].map((day) =>
        addDays(day, { 6: -1, 0: 1 }[new Date(day).getUTCDay()] ?? 0),
      );
      jest.setSystemTime(at(10, `${YEAR}-12-20`));
      const comes = addBusinessDays(kept[0]!, 1, kept);
      const { data } = await from('98101', kept[0]);
      for (const { pickup_date, transit_days, estimated_delivery_date } of data as Quote[])
        expect([pickup_date, estimated_delivery_date]).toEqual([
          comes,
          addBusinessDays(comes, transit_days, kept),
        ]);
      jest.setSystemTime(at(10));
    });

    it.each([
      ['yesterday', addDays(WEDNESDAY, -1)],
      ['in a month and a day', addDays(WEDNESDAY, 31)],
      ['the end of time', '9999-12-31'],
      ['no day', `${YEAR}-02-30`],
    ])('rejects a pickup on %s', async (_, day) => {
      expect((await from('90001', day, 400)).error).toMatchObject({ param: 'ship_date' });
    });

    it("uses the origin's time zone, which differs late on Wednesday between Los Angeles, New York and Honolulu", async () => {
      jest.setSystemTime(at(22));
      expect((await from('10001', WEDNESDAY, 400)).error).toMatchObject({
        param: 'ship_date',
        message: expect.stringContaining(THANKSGIVING),
      });
      for (const zip of ['90001', '96813'] as const)
        expect((await from(zip, WEDNESDAY)).data[0]).toMatchObject({ pickup_date: WEDNESDAY });
      jest.setSystemTime(at(10));
    });
  });

  describe('a pickup', () => {
    const WINDOW = { ready_time: '09:00', close_time: '16:30' };
    const pickup = (id: number, body: object, status = 200) => post(`/freight/${id}/pickup`, body, status);

    it('for today is accepted until the cut-off at the origin, and moves to tomorrow after it', async () => {
      const [early, late] = [await plain({ ship_date: WEDNESDAY }), await plain({ ship_date: WEDNESDAY })];
      jest.setSystemTime(at(15.99));
      expect(await post(`/freight/${early.id}/book`, {}, 200)).toMatchObject({
        pickup_date: WEDNESDAY,
        warnings: [],
      });
      jest.setSystemTime(at(16));
      const moved = await post(`/freight/${late.id}/book`, {}, 200);
      expect(moved).toMatchObject({ ship_date: WEDNESDAY, pickup_date: MONDAY });
      expect(said(moved.warnings)).toEqual(['pickup_moved ship_date']);

      // Today's pickup can no longer be changed or cancelled. Monday's can.
      expect((await pickup(early.id, { date: TUESDAY }, 422)).error.code).toBe('pickup_cutoff_passed');
      const refused = await org.test.delete(`/api/v1/freight/${early.id}/pickup`).expect(422);
      expect(refused.body.error.code).toBe('pickup_cutoff_passed');
      expect((await pickup(late.id, { date: TUESDAY })).pickup).toMatchObject({
        date: TUESDAY,
        status: 'changed',
      });
      jest.setSystemTime(at(10));
    });

    it('can be requested with a window, changed, canceled and requested again', async () => {
      const { id } = await plain();
      await post(`/freight/${id}/book`, { ship_date: TUESDAY, pickup: WINDOW }, 200);
      const changed = await pickup(id, { date: addDays(THANKSGIVING, 2), close_time: '18:00' });
      expect(changed).toMatchObject({
        pickup_date: MONDAY,
        pickup: { date: MONDAY, ready_time: '09:00', close_time: '18:00', status: 'changed' },
      });
      expect(said(changed.warnings)).toEqual(['pickup_moved date']);
      const { body } = await org.test.delete(`/api/v1/freight/${id}/pickup`).expect(200);
      expect(body).toMatchObject({ status: 'scheduled', pickup_date: null, pickup: { status: 'cancelled' } });
      expect(await pickup(id, { date: MONDAY })).toMatchObject({ pickup_date: MONDAY, warnings: [] });
    });
  });
});
