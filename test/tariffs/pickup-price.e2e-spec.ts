import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addBusinessDays } from '../../src/domain/business-days.js';
import { addDays } from '../../src/domain/days.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { createTariff, freightRequest, rateRequest, SHIP_DATE } from '../support/factories.js';

/** A later day, on which the fuel surcharge is 40% instead of 30%. */
const LATER = addBusinessDays(SHIP_DATE, 3);
const FUEL_TABLE = [
  { from: '2000-01-01', percent: 30 },
  { from: addDays(SHIP_DATE, 1), percent: 40 },
];
/** The linehaul of $800.00 with each surcharge. */
const QUOTED = 104_000;
const LATER_PRICE = 112_000;

interface Adjusted {
  adjustments: { amount_cents: number; bill_id: number | null }[];
}
interface Warned {
  warnings: { code: string; param: string; message: string }[];
}

describe('the price of a tariff on another pickup day', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ QUOTE_VALIDITY: '30d' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    org = await app.organization();
  });

  const send = async (path: string, body: object, status = 200) =>
    (await org.test.post(`/api/v1/${path}`).send(body).expect(status)).body;
  const freight = async (id: number) => (await org.test.get(`/api/v1/freight/${id}`).expect(200)).body;
  const draft = async (changes: object = {}): Promise<number> => {
    const { data } = await send('quotes', rateRequest({ ship_date: SHIP_DATE, ...changes }), 201);
    const quote = data.find(({ scac }: { scac: string }) => scac === 'ACME');
    return (await send('freight', freightRequest(quote.id, { ship_date: undefined }), 201)).id;
  };
  const booked = async (changes: object = {}): Promise<number> => {
    const id = await draft(changes);
    await send(`freight/${id}/book`, {});
    return id;
  };
  const priceWarnings = ({ warnings }: Warned) =>
    warnings.filter(({ code }) => code === 'pickup_changes_price');
  const amounts = ({ adjustments }: Adjusted) => adjustments.map(({ amount_cents }) => amount_cents);

  describe('with a warning', () => {
    it('stays as quoted when a booking leaves the fuel surcharge, and the warning has both prices', async () => {
      const tariff = await createTariff(org.test, { fuel_table: FUEL_TABLE });
      const { body } = await org.test.get(`/api/v1/tariffs/${tariff}`).expect(200);
      expect(body.on_pickup_change).toBe('warn');
      const moved = await send(`freight/${await draft()}/book`, { ship_date: LATER });
      expect(moved).toMatchObject({ pickup_date: LATER, total_charge_cents: QUOTED, adjustments: [] });
      const [warning] = priceWarnings(moved);
      expect(warning).toMatchObject({ param: 'ship_date' });
      expect(warning!.message).toContain(
        `Acme 2026 has a different price on ${LATER}: $1,120.00 instead of $1,040.00.`,
      );
      expect(priceWarnings(await send(`freight/${await draft()}/book`, {}))).toEqual([]);
    });

    it('follows the pickup: the warning comes with a pickup change and goes with the next one', async () => {
      await createTariff(org.test, { fuel_table: FUEL_TABLE });
      const id = await booked();
      const moved = await send(`freight/${id}/pickup`, { date: LATER });
      expect(priceWarnings(moved)).toMatchObject([{ param: 'date' }]);
      expect(
        priceWarnings(await send(`freight/${id}/pickup`, { ready_time: '08:00', close_time: '17:00' })),
      ).toHaveLength(1);
      expect(priceWarnings(await send(`freight/${id}/pickup`, { date: SHIP_DATE }))).toEqual([]);
      expect(await freight(id)).toMatchObject({ total_charge_cents: QUOTED, adjustments: [] });
    });

    it('is silent for a day with the same surcharge and for the prices of connected carriers', async () => {
      const same = [...FUEL_TABLE.slice(0, 1), { from: addDays(SHIP_DATE, 1), percent: 30 }];
      await createTariff(org.test, { fuel_table: same });
      expect(priceWarnings(await send(`freight/${await draft()}/book`, { ship_date: LATER }))).toEqual([]);
    });

    it('names the next contract, or says that there is none', async () => {
      await createTariff(org.test, { fuel_percent: 30, effective_to: SHIP_DATE });
      const alone = await booked();
      const [lost] = priceWarnings(await send(`freight/${alone}/pickup`, { date: LATER }));
      expect(lost!.message).toContain(`do not price ${LATER}: No tariff of ACME is in effect on ${LATER}.`);
      const next = { name: 'Acme next', fuel_percent: 30, discount_percent: 10 };
      await createTariff(org.test, { ...next, effective_from: addDays(SHIP_DATE, 2) });
      const older = { ...next, name: 'Older', discount_percent: 20 };
      await createTariff(org.test, { ...older, effective_from: addDays(SHIP_DATE, 1) });
      const [found] = priceWarnings(await send(`freight/${await booked()}/pickup`, { date: LATER }));
      expect(found!.message).toContain(
        `Acme next has a different price on ${LATER}: $936.00 instead of $1,040.00.`,
      );
    });

    it('goes once the actual pickup day has the quoted price, and stays on a day without it', async () => {
      await createTariff(org.test, { fuel_table: FUEL_TABLE });
      const id = await booked();
      await send(`freight/${id}/confirm`, { pro_number: '123456785' });
      expect(priceWarnings(await send(`freight/${id}/pickup`, { date: LATER }))).toHaveLength(1);
      // The pickup is today, before the surcharge rises.
      await send('sandbox/simulate/shipment.picked_up', { shipment_id: id });
      const pickedUp = await freight(id);
      expect([pickedUp.status, priceWarnings(pickedUp)]).toEqual(['in_transit', []]);
      await send('sandbox/simulate/shipment.delivered', { shipment_id: id });
      expect(priceWarnings(await freight(id))).toEqual([]);
      await createTariff(org.test, {
        scac: 'BETA',
        name: 'Beta 2026',
        fuel_table: [{ from: '2000-01-01', percent: 20 }, { from: SHIP_DATE, percent: 30 }, FUEL_TABLE[1]!],
      });
      const { data } = await send('quotes', rateRequest({ ship_date: SHIP_DATE }), 201);
      const quote = data.find(({ scac }: { scac: string }) => scac === 'BETA');
      const other = await send('freight', freightRequest(quote.id, { ship_date: undefined }), 201);
      await send(`freight/${other.id}/book`, { ship_date: LATER });
      await send(`freight/${other.id}/confirm`, { pro_number: '223456786' });
      await send('sandbox/simulate/shipment.picked_up', { shipment_id: other.id });
      expect(priceWarnings(await freight(other.id))).toHaveLength(1);
    });

    it('names no amount if the quote has a markup', async () => {
      await createTariff(org.test, { fuel_table: FUEL_TABLE });
      const customer = await send('customers', { name: 'Markup', markup: { percent: 10 } }, 201);
      const id = await booked({ customer_id: customer.id });
      const [warning] = priceWarnings(await send(`freight/${id}/pickup`, { date: LATER }));
      expect(warning!.message).not.toContain('$');
    });
  });

  describe('rated again', () => {
    it('adjusts the shipment at booking', async () => {
      await createTariff(org.test, { fuel_table: FUEL_TABLE, on_pickup_change: 'rerate' });
      const moved = await send(`freight/${await draft()}/book`, { ship_date: LATER });
      expect(moved.total_charge_cents).toBe(LATER_PRICE);
      expect(moved.adjustments).toMatchObject([{ bill_id: null, amount_cents: 8_000, invoiced: true }]);
      expect(priceWarnings(moved)).toEqual([]);
    });

    it('adjusts the shipment with each pickup change, and keeps it for a canceled pickup', async () => {
      await createTariff(org.test, { fuel_table: FUEL_TABLE, on_pickup_change: 'rerate' });
      const id = await booked();
      expect(amounts(await send(`freight/${id}/pickup`, { date: LATER }))).toEqual([8_000]);
      expect(
        amounts(await send(`freight/${id}/pickup`, { ready_time: '08:00', close_time: '17:00' })),
      ).toEqual([8_000]);
      await org.test.delete(`/api/v1/freight/${id}/pickup`).expect(200);
      expect(amounts(await freight(id))).toEqual([8_000]);
      const back = await send(`freight/${id}/pickup`, { date: SHIP_DATE });
      expect(amounts(back)).toEqual([8_000, -8_000]);
      expect(back.total_charge_cents).toBe(QUOTED);
    });

    it('uses the next contract, and refuses a day without one', async () => {
      await createTariff(org.test, { fuel_percent: 30, effective_to: SHIP_DATE, on_pickup_change: 'rerate' });
      const id = await booked();
      const { error } = await send(`freight/${id}/pickup`, { date: LATER }, 422);
      expect(error).toMatchObject({ code: 'pickup_changes_price', param: 'date' });
      expect(error.message).toContain(`No tariff of ACME is in effect on ${LATER}.`);
      expect(await freight(id)).toMatchObject({ pickup_date: SHIP_DATE, adjustments: [] });
      await createTariff(org.test, { effective_from: addDays(SHIP_DATE, 1) });
      const moved = await send(`freight/${id}/pickup`, { date: LATER });
      expect(moved).toMatchObject({ total_charge_cents: 80_000, pickup_date: LATER });
    });
  });

  it('is refused where the tariff says so, and nothing changes', async () => {
    const tariff = await createTariff(org.test, { fuel_table: FUEL_TABLE, on_pickup_change: 'refuse' });
    const id = await draft();
    const { error } = await send(`freight/${id}/book`, { ship_date: LATER }, 422);
    expect(error).toMatchObject({ code: 'pickup_changes_price', param: 'ship_date' });
    expect(await freight(id)).toMatchObject({ status: 'draft', pickup_date: null });
    await send(`freight/${id}/book`, {});
    const { error: changed } = await send(`freight/${id}/pickup`, { date: LATER }, 422);
    expect(changed).toMatchObject({ code: 'pickup_changes_price', param: 'date' });
    expect(await freight(id)).toMatchObject({ status: 'created', pickup_date: SHIP_DATE });
    await org.test.patch(`/api/v1/tariffs/${tariff}`).send({ on_pickup_change: 'warn' }).expect(200);
    expect(priceWarnings(await send(`freight/${id}/pickup`, { date: LATER }))).toHaveLength(1);
  });

  it('is not decided by another word', async () => {
    const body = { name: 'Acme', scac: 'ACME', on_pickup_change: 'ignore' };
    const { error } = await send('tariffs', body, 400);
    expect(error).toMatchObject({ code: 'invalid_value', param: 'on_pickup_change' });
  });

  describe('and the carrier bill', () => {
    const PRO = '123456785';
    const bill = (fuelCents: number, changes: object = {}) =>
      send(
        'bills',
        {
          bill_number: `B-${fuelCents}`,
          carrier: 'ACME',
          pro_number: PRO,
          bill_date: new Date().toISOString().slice(0, 10),
          lines: [
            { type: 'linehaul', amount_cents: 80_000 },
            { type: 'fuel_surcharge', amount_cents: fuelCents },
          ],
          ...changes,
        },
        201,
      );
    const accepted = async (policy: string): Promise<number> => {
      await createTariff(org.test, { fuel_table: FUEL_TABLE, on_pickup_change: policy });
      const id = await booked();
      await send(`freight/${id}/confirm`, { pro_number: PRO });
      await send(`freight/${id}/pickup`, { date: LATER });
      return id;
    };

    it.each(['warn', 'rerate'])(
      'matches at the price of the pickup day, which becomes the cost: %s',
      async (policy) => {
        const id = await accepted(policy);
        expect(await bill(32_000)).toMatchObject({
          status: 'matched',
          quoted_cents: LATER_PRICE,
          difference_cents: 0,
        });
        expect(amounts(await freight(id))).toEqual([8_000]);
      },
    );

    it.each(['warn', 'rerate'])('differs at the quoted price: %s', async (policy) => {
      const id = await accepted(policy);
      const quoted = await bill(24_000);
      expect(quoted).toMatchObject({ status: 'variance', difference_cents: -8_000 });
      const before = policy === 'warn' ? [] : [8_000];
      expect(amounts(await freight(id))).toEqual(before);
      await send(`bills/${quoted.id}/approve`, {});
      expect(amounts(await freight(id)).reduce((sum, cents) => sum + cents, 0)).toBe(0);
    });

    it('is audited again for the day of the actual pickup', async () => {
      const step = [FUEL_TABLE[0]!, { from: SHIP_DATE, percent: 40 }];
      await createTariff(org.test, { fuel_table: step });
      const id = await booked();
      await send(`freight/${id}/confirm`, { pro_number: PRO });
      const early = await bill(24_000);
      expect(early).toMatchObject({ status: 'variance', quoted_cents: LATER_PRICE });
      // The pickup is today, before the surcharge rises.
      await send('sandbox/simulate/shipment.picked_up', { shipment_id: id });
      const { body } = await org.test.get(`/api/v1/bills/${early.id}`).expect(200);
      expect(body).toMatchObject({ status: 'matched', quoted_cents: QUOTED, difference_cents: 0 });
      expect(amounts(await freight(id))).toEqual([-8_000]);
    });
  });
});
