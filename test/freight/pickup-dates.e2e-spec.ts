import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, rateRequest } from '../support/factories.js';

/** A week without a holiday, next year. It is 09:00 on Tuesday in Guam and still Monday in the mainland states. */
const YEAR = new Date().getUTCFullYear() + 1;
const TUESDAY = [1, 2, 3, 4, 5, 6, 7]
  .map((day) => `${YEAR}-03-0${day}`)
  .find((day) => new Date(day).getUTCDay() === 2)!;
const later = (days: number) => new Date(Date.parse(TUESDAY) + days * 86_400_000).toISOString().slice(0, 10);
const clock = (time: string) => new Date(`${TUESDAY}T${time}:00+10:00`);
const GUAM = { city: 'Hagatna', state: 'GU', zip: '96910' };

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

type Warning = { code: string; param: string };

describe("the pickup date in the origin's time zone", () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    // The database uses the real clock, so quotes must stay valid until that week.
    app = await startApp({ PROCESS_ROLE: 'api', PICKUP_CUTOFF: '16:00', QUOTE_VALIDITY: '800d' });
    org = await app.organization();
    jest.useFakeTimers({ now: clock('09:00'), doNotFake: [...REAL] });
  });
  afterAll(async () => {
    jest.useRealTimers();
    await app.close();
  });

  const at = async <T>(time: string, work: () => Promise<T>): Promise<T> => {
    jest.setSystemTime(clock(time));
    try {
      return await work();
    } finally {
      jest.setSystemTime(clock('09:00'));
    }
  };
  const draft = async (day: string | undefined = TUESDAY, changes: object = {}): Promise<number> => {
    const { body } = await org.test
      .post('/api/v1/quotes')
      .send(rateRequest({ origin: GUAM, ship_date: day }))
      .expect(201);
    const { body: freight } = await org.test
      .post('/api/v1/freight')
      .send(freightRequest(body.data[0].id, { ship_date: undefined, ...changes }))
      .expect(201);
    return freight.id;
  };
  const send = async (path: string, body: object | undefined, status = 200) =>
    (await org.test.post(`/api/v1/freight/${path}`).send(body).expect(status)).body;
  const moved = ({ warnings }: { warnings: Warning[] }) =>
    warnings.filter(({ code }) => code === 'pickup_moved').map(({ param }) => param);

  it.each([undefined, {}, { pickup: { ready_time: '10:00', close_time: '17:00' } }])(
    'defaults to that of the quote, including today: book %j',
    async (body) => {
      const booked = await send(`${await draft()}/book`, body);
      expect(booked).toMatchObject({ pickup_date: TUESDAY, pickup: { date: TUESDAY } });
      expect(moved(booked)).toEqual([]);
    },
  );

  it('moves to the next day after the cut-off, with a warning', async () => {
    const id = await draft();
    const booked = await at('16:00', () => send(`${id}/book`, {}));
    expect(booked.pickup_date).toBe(later(1));
    expect(moved(booked)).toEqual(['ship_date']);
  });

  it('moves to the next day after the saved dock hours, with a warning', async () => {
    const { body: dock } = await org.test
      .post('/api/v1/addresses')
      .send({
        ...GUAM,
        company: 'Dock',
        address: '1 Marine Dr',
        phone: '671-555-0100',
        hours: { open: '08:00', close: '11:30' },
      })
      .expect(201);
    const from = { ship_from: { address_id: dock.id } };
    expect((await send(`${await draft(TUESDAY, from)}/book`, {})).pickup_date).toBe(TUESDAY);
    const late = await draft(TUESDAY, from);
    const booked = await at('11:30', () => send(`${late}/book`, {}));
    expect(booked.pickup_date).toBe(later(1));
    expect(moved(booked)).toEqual(['ship_date']);
  });

  it('cannot have a window that has ended', async () => {
    const over = { ready_time: '08:00', close_time: '09:00' };
    const id = await draft();
    const { error } = await send(`${id}/book`, { pickup: over }, 400);
    expect(error).toMatchObject({ code: 'conflicting_values', param: 'pickup.close_time' });
    await send(`${id}/book`, { pickup: { ready_time: '08:00', close_time: '09:01' } });
    const { error: changed } = await send(`${id}/pickup`, { ...over, date: TUESDAY }, 400);
    expect(changed).toMatchObject({ code: 'conflicting_values', param: 'close_time' });
    expect((await send(`${id}/pickup`, { ...over, date: later(1) })).pickup.date).toBe(later(1));
  });

  it('causes a warning for today after the cut-off even if the pickup is already tomorrow', async () => {
    const id = await draft(later(1));
    await send(`${id}/book`, {});
    const body = await at('16:30', () => send(`${id}/pickup`, { date: TUESDAY }));
    expect(body.pickup).toMatchObject({ date: later(1), status: 'confirmed' });
    expect(moved(body)).toEqual(['date']);
  });

  describe('and the expiry of the quote', () => {
    const expire = (id: number, at: string) =>
      app.sql.query(
        'UPDATE quotes SET expires_at = $2 WHERE id = (SELECT quote_id FROM freight WHERE id = $1)',
        [id, at],
      );

    it('cannot be the day that begins when the quote expires', async () => {
      const id = await draft(later(1));
      await expire(id, `${later(1)}T14:00:00Z`); // Midnight in Guam.
      const { error } = await send(`${id}/book`, { ship_date: later(2) }, 422);
      expect(error).toMatchObject({ code: 'quote_expires_before_pickup', param: 'ship_date' });
      expect((await send(`${id}/book`, {})).pickup_date).toBe(later(1));
    });

    it('can move up to two weeks later once booked', async () => {
      const id = await draft(later(1));
      await expire(id, `${later(1)}T14:00:00Z`);
      await send(`${id}/book`, {});
      expect((await send(`${id}/pickup`, { date: later(14) })).pickup.date).toBe(later(14));
      expect((await send(`${id}/pickup`, { date: later(15) })).pickup.date).toBe(later(15));
      const { error } = await send(`${id}/pickup`, { date: later(16) }, 422);
      expect(error).toMatchObject({ code: 'quote_expires_before_pickup', param: 'date' });
    });
  });

  it.each([
    ['book', { pickup: { date: TUESDAY, ready_time: '09:00', close_time: '17:00' } }, 'pickup.date'],
    ['book', { pickup_date: TUESDAY }, 'pickup_date'],
    ['pickup', { ship_date: TUESDAY }, 'ship_date'],
    ['pickup', { pickup: { ready_time: '10:00' } }, 'pickup'],
  ])('is rejected under another name: %s %j', async (path, body, param) => {
    const id = await draft(later(1));
    if (path === 'pickup') await send(`${id}/book`, {});
    const { error } = await send(`${id}/${path}`, body, 400);
    expect(error).toMatchObject({ code: 'unknown_parameter', param });
  });

  it('is rejected with one error per mistake', async () => {
    const id = await draft(later(1));
    await send(`${id}/book`, {});
    const { error } = await send(`${id}/pickup`, { ready_time: '9:00', close_time: '17:00' }, 400);
    expect(error.errors.map(({ param }: Warning) => param)).toEqual(['ready_time']);
    const address = { ...GUAM, address: '1 Marine Dr', hours: { open: '9:00', close: '17:00' } };
    const { body } = await org.test.post('/api/v1/addresses').send(address).expect(400);
    expect(body.error.errors.map(({ param }: Warning) => param)).toEqual(['hours.open']);
  });

  it('that is canceled needs attention until a new one is set', async () => {
    const id = await draft(later(1));
    await send(`${id}/book`, {});
    const waiting = async (attention: boolean): Promise<number[]> => {
      const { body } = await org.test.get('/api/v1/freight').query({ attention, limit: 100 }).expect(200);
      return body.data.map((each: { id: number }) => each.id);
    };
    expect(await waiting(true)).not.toContain(id);
    await org.test.delete(`/api/v1/freight/${id}/pickup`).expect(200);
    expect(await waiting(true)).toContain(id);
    expect(await waiting(false)).not.toContain(id);
    await send(`${id}/pickup`, { date: later(2) });
    expect(await waiting(true)).not.toContain(id);
  });
});
