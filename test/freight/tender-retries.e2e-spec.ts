import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CarrierFault, CarrierUnsure } from '../../src/features/carriers/carrier-adapter.js';
import { Fixture } from '../support/fixture.js';
import { newFreight } from '../support/factories.js';

describe('a repeated tender', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.startWithFakeCarrier();
  });
  beforeEach(() => bench.reset());
  afterAll(() => bench.close());

  /**
   * Returns for each call whether it was marked as a possible repetition. The first calls fail with the given `unheard`
   * flags, the last one succeeds.
   */
  async function toldOf(...faults: boolean[]): Promise<boolean[]> {
    bench.carrier.behavior.tender = async () => {
      const unheard = faults.shift();
      if (unheard !== undefined) throw new CarrierFault('Not reached', undefined, unheard);
    };
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    for (let left = faults.length + 1; left > 0; left--) {
      await bench.expireLeases(id);
      await bench.recover();
    }
    expect(await bench.getFreight(id)).toMatchObject({ status: 'scheduled' });
    return bench.carrier.tendered.map(({ repeated = false }) => repeated);
  }

  it('tells the adapter that the carrier may have received it before', async () => {
    expect(await toldOf(false, false)).toEqual([false, true, true]);
  });

  it('is sent as new if the carrier cannot have received it', async () => {
    expect(await toldOf(true, true, false, true)).toEqual([false, false, false, true, true]);
  });

  it('is sent as new if the process died before the call', async () => {
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    await bench.simulateCrash('booked', id);
    await bench.recover();
    expect(bench.carrier.tendered.map(({ repeated = false }) => repeated)).toEqual([false, false]);
  });

  describe('to a carrier whose API cannot look up bookings', () => {
    const UNSURE = 'Ask the carrier by telephone.';

    async function unsure(): Promise<number> {
      bench.carrier.behavior.tender = async () => {
        throw new CarrierFault('HTTP 502');
      };
      const { id } = await newFreight(bench.org.live);
      await bench.book(id).expect(200);
      bench.carrier.behavior.tender = async () => {
        throw new CarrierUnsure(UNSURE);
      };
      await bench.expireLeases(id);
      await bench.recover();
      return id;
    }
    const openCall = async (id: number) =>
      (await bench.app.sql.query('SELECT pending, due_at FROM bookings WHERE freight_id = $1', [id]))[0];

    it('needs attention at once', async () => {
      const id = await unsure();
      expect(await bench.getFreight(id)).toMatchObject({ status: 'tendered', status_reason: UNSURE });
      const { body } = await bench.org.live.get('/api/v1/freight?attention=true').expect(200);
      expect(body.data.map((freight: { id: number }) => freight.id)).toEqual([id]);
    });

    it('is looked up for a limited time', async () => {
      const id = await unsure();
      for (let more = 0; more < 8; more++) {
        await bench.expireLeases(id);
        expect(await bench.recover()).toBe(1);
      }
      expect(await openCall(id)).toEqual({ pending: 'tender', due_at: null });
      expect(bench.carrier.tendered).toHaveLength(10);
      expect(await bench.getFreight(id)).toMatchObject({ status: 'tendered', status_reason: UNSURE });
    });

    it('is booked once the carrier finds it', async () => {
      const id = await unsure();
      bench.carrier.behavior = {};
      await bench.expireLeases(id);
      await bench.recover();
      expect(await bench.getFreight(id)).toMatchObject({ status: 'scheduled', status_reason: null });
    });

    it('can be confirmed by hand with the carrier’s PRO number', async () => {
      const id = await unsure();
      const { body } = await bench.org.live
        .post(`/api/v1/freight/${id}/confirm`)
        .send({ pro_number: '123-456789' })
        .expect(200);
      expect(body).toMatchObject({
        status: 'carrier_accepted',
        pro_number: '123456789',
        status_reason: null,
      });
      expect(await openCall(id)).toEqual({ pending: null, due_at: null });
    });

    it('can be cancelled by hand, after which the quote can be booked again', async () => {
      const id = await unsure();
      const { body } = await bench.cancel(id).expect(200);
      expect(body.status).toBe('voided');
      expect(await bench.getQuoteStatus(body.quote.id)).toBe('active');
    });
  });

  it('cannot be confirmed by hand while the call is in progress', async () => {
    bench.carrier.behavior.tender = async () => {
      throw new CarrierFault('HTTP 502');
    };
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    const { body } = await bench.org.live
      .post(`/api/v1/freight/${id}/confirm`)
      .send({ pro_number: '123456789' })
      .expect(422);
    expect(body.error.code).toBe('freight_not_confirmable');
  });

  it('is sent as repeated if the process died during the call', async () => {
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    await bench.simulateCrash('tendered', id);
    await bench.recover();
    expect(bench.carrier.tendered.map(({ repeated = false }) => repeated)).toEqual([false, true]);
  });
});
