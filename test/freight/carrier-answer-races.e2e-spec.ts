import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CarrierDeclined } from '../../src/features/carriers/carrier-adapter.js';
import { Fixture } from '../support/fixture.js';
import { eventually } from '../support/eventually.js';
import { newFreight } from '../support/factories.js';
import { hangUntilAborted } from '../support/fake-carrier.js';

const CANCELLED = 'FXFE canceled PRO 100000000 although it was picked up. Call the carrier.';
const refuse = () => Promise.reject(new CarrierDeclined('On its way'));

describe('a carrier’s response that arrives after another change', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  const booked = async (): Promise<number> => {
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    return id;
  };
  const pickUp = (id: number) =>
    bench.app.sql.query(`UPDATE freight SET status = 'in_transit' WHERE id = $1`, [id]);

  const lapseOpen = (id: number) =>
    bench.app.sql.query(
      `UPDATE bookings SET due_at = now() - interval '1 second' WHERE freight_id = $1 AND due_at IS NOT NULL`,
      [id],
    );

  describe('to a cancellation of a shipment picked up meanwhile', () => {
    it.each([
      ['hangs', hangUntilAborted, 'freight_not_cancellable', null],
      ['cancels', async () => undefined, 'freight_not_cancellable', CANCELLED],
      ['refuses', refuse, 'carrier_refused_cancel', null],
    ])('that %s leaves the shipment active without another call', async (_name, act, code, status_reason) => {
      const id = await booked();
      bench.carrier.behavior.cancel = async (signal) => {
        await pickUp(id);
        return act(signal);
      };
      const { body } = await bench.cancel(id).expect(422);
      expect(body.error.code).toBe(code);
      bench.carrier.behavior = {};
      await lapseOpen(id);
      expect(await bench.recover()).toBe(0);
      expect(bench.carrier.cancelled).toHaveLength(1);
      expect(await bench.getFreight(id)).toMatchObject({ status: 'in_transit', status_reason });
    });

    it('causes no call by the recovery after a crash', async () => {
      const id = await booked();
      await bench.app.sql.query(
        `UPDATE bookings SET pending = 'cancel', attempts = 1, due_at = now() - interval '1 second' WHERE freight_id = $1`,
        [id],
      );
      await pickUp(id);
      expect(await bench.recover()).toBe(1);
      await eventually(async () => {
        const [booking] = await bench.app.sql.query<{ pending: string | null }[]>(
          'SELECT pending FROM bookings WHERE freight_id = $1',
          [id],
        );
        return booking!.pending === null;
      });
      expect(bench.carrier.cancelled).toEqual([]);
      expect(await bench.getFreight(id)).toMatchObject({ status: 'in_transit', status_reason: null });
    });
  });

  it('with the PRO number of another shipment keeps the booking and needs attention', async () => {
    const first = await booked();
    bench.carrier.booked.clear();
    const { id } = await newFreight(bench.org.live);
    expect((await bench.book(id).expect(200)).body).toMatchObject({
      status: 'scheduled',
      pro_number: '100000000',
      status_reason: `FXFE also assigned PRO 100000000 to shipment ${first}. Call the carrier.`,
    });
    const { body } = await bench.org.live.get('/api/v1/freight?attention=true').expect(200);
    expect(body.data.map((freight: { id: number }) => freight.id)).toEqual([id]);
  });

  it('with the PRO number of a voided shipment needs no attention', async () => {
    const first = await booked();
    await bench.cancel(first).expect(200);
    bench.carrier.booked.clear();
    expect((await bench.getFreight(await booked())).status_reason).toBeNull();
  });
});
