import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { addDays, getWeekday } from '../../src/domain/days.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createTariff, freightRequest, rateRequest } from '../support/factories.js';

/** Next year's week of Thanksgiving, the fourth Thursday of November. It is Monday, 09:00 in Los Angeles. */
const YEAR = new Date().getUTCFullYear() + 1;
const THANKSGIVING = [22, 23, 24, 25, 26, 27, 28]
  .map((day) => `${YEAR}-11-${day}`)
  .find((day) => getWeekday(day) === 4)!;
const MONDAY = addDays(THANKSGIVING, -3);
const WEDNESDAY = addDays(THANKSGIVING, -1);
const FRIDAY = addDays(THANKSGIVING, 1);
const SATURDAY = addDays(THANKSGIVING, 2);
const NEXT_MONDAY = addDays(THANKSGIVING, 4);
const NEXT_TUESDAY = addDays(THANKSGIVING, 5);

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

interface Warned {
  warnings: { code: string; message: string; param: string }[];
}
interface QuoteBody extends Warned {
  id: number;
  scac: string;
  pickup_date: string;
  estimated_delivery_date: string;
}

describe("carriers' holidays", () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    // The database uses the real clock, so quotes must stay valid until that week.
    app = await startApp({ PROCESS_ROLE: 'api', PICKUP_CUTOFF: '16:00', QUOTE_VALIDITY: '800d' });
    jest.useFakeTimers({ now: new Date(`${MONDAY}T09:00:00-08:00`), doNotFake: [...REAL] });
  });
  afterAll(async () => {
    jest.useRealTimers();
    await app.close();
  });
  beforeEach(async () => {
    org = await app.organization();
  });

  const send = async (path: string, body: object, status = 200) =>
    (await org.test.post(`/api/v1/${path}`).send(body).expect(status)).body;
  const rate = async (changes: object): Promise<{ data: QuoteBody[] } & Warned> =>
    send('quotes', rateRequest({ ...changes }), 201);
  const datesByScac = ({ data }: { data: QuoteBody[] }) =>
    Object.fromEntries(data.map((quote) => [quote.scac, quote.pickup_date]));
  const dateWarnings = ({ warnings }: Warned) =>
    warnings.filter(({ code }) => ['pickup_moved', 'ship_date_forced'].includes(code));
  const draft = async (quote: QuoteBody): Promise<number> =>
    (await send('freight', freightRequest(quote.id, { ship_date: undefined }), 201)).id;
  const connectionId = async (scac: string): Promise<number> => {
    const { body } = await org.test.get('/api/v1/carrier-connections').expect(200);
    return body.data.find((one: { scac: string }) => one.scac === scac).id;
  };

  it('are Thanksgiving and the Friday after, unless the carrier has its own list', async () => {
    await createTariff(org.test, { transit_days: 1, holidays: [WEDNESDAY] });
    const group = await rate({ ship_date: THANKSGIVING });
    const { ACME, ...others } = datesByScac(group);
    expect(ACME).toBe(THANKSGIVING);
    expect(new Set(Object.values(others))).toEqual(new Set([NEXT_MONDAY]));
    const own = group.data.find(({ scac }) => scac === 'ACME')!;
    expect(own.estimated_delivery_date).toBe(FRIDAY);
    expect(dateWarnings(own)).toEqual([]);
    // A warning of some quotes is not one of the group.
    expect(dateWarnings(group)).toEqual([]);
    expect(group.data.filter((quote) => dateWarnings(quote).length === 1)).toHaveLength(
      group.data.length - 1,
    );
  });

  it('of a tariff move its pickups only, in its trial price and at booking as well', async () => {
    const id = await createTariff(org.test, { transit_days: 1, holidays: [WEDNESDAY, THANKSGIVING] });
    const group = await rate({ ship_date: WEDNESDAY });
    const { ACME, ...others } = datesByScac(group);
    expect(ACME).toBe(FRIDAY);
    expect(new Set(Object.values(others))).toEqual(new Set([WEDNESDAY]));
    const own = group.data.find(({ scac }) => scac === 'ACME')!;
    const moved = {
      code: 'pickup_moved',
      param: 'ship_date',
      message: `${WEDNESDAY} falls on a weekend or a carrier holiday. The pickup moves to ${FRIDAY}.`,
    };
    expect(dateWarnings(own)).toEqual([moved]);
    expect(own.estimated_delivery_date).toBe(NEXT_MONDAY);
    const trial = await send(`tariffs/${id}/rate`, rateRequest({ ship_date: WEDNESDAY }));
    expect(trial).toMatchObject({ ship_date: WEDNESDAY, pickup_date: FRIDAY });
    expect(dateWarnings(trial)).toEqual([moved]);
    // The booked quote keeps its holidays after a change of the tariff.
    await org.test.patch(`/api/v1/tariffs/${id}`).send({ holidays: null }).expect(200);
    const booked = await send(`freight/${await draft(own)}/book`, { ship_date: THANKSGIVING });
    expect(booked).toMatchObject({ pickup_date: FRIDAY, estimated_delivery_date: NEXT_MONDAY });
    expect(dateWarnings(booked)).toMatchObject([{ code: 'pickup_moved', param: 'ship_date' }]);
    expect(datesByScac(await rate({ ship_date: FRIDAY })).ACME).toBe(NEXT_MONDAY);
  });

  it('of a connection move its pickups only; null restores the default', async () => {
    const path = `/api/v1/carrier-connections/${await connectionId('SIM1')}`;
    const { body: changed } = await org.test
      .patch(path)
      .send({ holidays: [WEDNESDAY] })
      .expect(200);
    expect(changed).toMatchObject({ holidays: [WEDNESDAY], settings_set: expect.any(Array) });
    const { SIM1, SIM2 } = datesByScac(await rate({ ship_date: WEDNESDAY }));
    expect([SIM1, SIM2]).toEqual([THANKSGIVING, WEDNESDAY]);
    const { body: empty } = await org.test.patch(path).send({ holidays: [] }).expect(200);
    expect(empty.holidays).toEqual([]);
    expect(datesByScac(await rate({ ship_date: FRIDAY })).SIM1).toBe(FRIDAY);
    await org.test.patch(path).send({ settings: {} }).expect(200);
    expect((await org.test.get(path).expect(200)).body.holidays).toEqual([]);
    expect((await org.test.patch(path).send({ holidays: null }).expect(200)).body.holidays).toBeNull();
    expect(datesByScac(await rate({ ship_date: FRIDAY })).SIM1).toBe(NEXT_MONDAY);
    const { body: audit } = await org.test.get('/api/v1/audit-log').query({ action: 'carrier.updated' });
    expect(audit.data).toHaveLength(3);
    expect(audit.data[0].details).toMatchObject({ scac: 'SIM1', changed: ['holidays'] });
  });

  it('of a new connection are part of its request', async () => {
    const body = { adapter: 'simulated', scac: 'SIM1', holidays: [WEDNESDAY] };
    const created = await send('carrier-connections', body, 201);
    expect(created.holidays).toEqual([WEDNESDAY]);
    expect(datesByScac(await rate({ ship_date: WEDNESDAY })).SIM1).toBe(THANKSGIVING);
  });

  it.each([
    [['2027-02-30'], 'dates'],
    [['2027-11-25', '2027-11-25'], 'duplicates'],
    [Array.from({ length: 101 }, (_, day) => addDays('2027-01-01', day)), '100'],
    [[20_271_125], 'dates'],
    ['2027-11-25', 'array'],
  ])('are not %j', async (holidays, message) => {
    const tariff = { name: 'Acme', scac: 'ACME', holidays };
    const { error } = await send('tariffs', tariff, 400);
    expect(error).toMatchObject({ code: 'invalid_value', param: 'holidays' });
    expect(error.message).toMatch(message === 'array' ? /list|array/ : message);
    expect((await org.test.get('/api/v1/tariffs').expect(200)).body.data).toEqual([]);
    const path = `/api/v1/carrier-connections/${await connectionId('SIM1')}`;
    const { body } = await org.test.patch(path).send({ holidays }).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_value', param: 'holidays' });
    expect((await org.test.get(path).expect(200)).body.holidays).toBeNull();
  });

  it('do not move a day that a quote request forces, nor its booking and later changes', async () => {
    await createTariff(org.test, { transit_days: 1 });
    const group = await rate({ ship_date: SATURDAY, force_ship_date: true });
    expect(new Set(Object.values(datesByScac(group)))).toEqual(new Set([SATURDAY]));
    const [warning] = dateWarnings(group);
    expect(warning).toMatchObject({ code: 'ship_date_forced', param: 'force_ship_date' });
    expect(warning!.message).toBe(
      `${SATURDAY} falls on a weekend or an LTL carrier holiday. Confirm with the carrier that it picks up.`,
    );
    const id = await draft(group.data.find(({ scac }) => scac === 'SIM1')!);
    const booked = await send(`freight/${id}/book`, {});
    expect(booked.pickup.date).toBe(SATURDAY);
    expect(dateWarnings(booked)).toMatchObject([{ code: 'ship_date_forced', param: 'ship_date' }]);
    const later = { ready_time: '10:00', close_time: '15:00' };
    const changed = await send(`freight/${id}/pickup`, later);
    expect(changed.pickup).toMatchObject({ date: SATURDAY, close_time: '15:00' });
    expect((await send(`freight/${id}/pickup`, { date: addDays(SATURDAY, 1) })).pickup.date).toBe(
      NEXT_MONDAY,
    );
  });

  it('do not move a day that the booking forces', async () => {
    const { data } = await rate({ ship_date: WEDNESDAY });
    const quote = data.find(({ scac }) => scac === 'SIM1')!;
    const other = data.find(({ scac }) => scac === 'SIM2')!;
    const forced = await send(`freight/${await draft(quote)}/book`, {
      ship_date: FRIDAY,
      force_ship_date: true,
    });
    expect(forced.pickup.date).toBe(FRIDAY);
    expect(dateWarnings(forced)).toMatchObject([{ code: 'ship_date_forced', param: 'ship_date' }]);
    const moved = await send(`freight/${await draft(other)}/book`, {
      ship_date: FRIDAY,
      force_ship_date: false,
    });
    expect(moved.pickup.date).toBe(NEXT_MONDAY);
    expect(dateWarnings(moved)).toMatchObject([{ code: 'pickup_moved', param: 'ship_date' }]);
  });

  it('cause no warning about a forced business day', async () => {
    const group = await rate({ ship_date: NEXT_TUESDAY, force_ship_date: true });
    expect(new Set(Object.values(datesByScac(group)))).toEqual(new Set([NEXT_TUESDAY]));
    expect(dateWarnings(group)).toEqual([]);
  });

  it('leave a forced pickup of today on its day after the cutoff', async () => {
    const { data } = await rate({ ship_date: MONDAY });
    const [first, second] = [await draft(data[0]!), await draft(data[1]!)];
    jest.setSystemTime(new Date(`${MONDAY}T17:00:00-08:00`));
    try {
      const forced = await send(`freight/${first}/book`, { force_ship_date: true });
      expect(forced.pickup.date).toBe(MONDAY);
      expect((await send(`freight/${second}/book`, {})).pickup.date).toBe(addDays(MONDAY, 1));
    } finally {
      jest.setSystemTime(new Date(`${MONDAY}T09:00:00-08:00`));
    }
  });
});
