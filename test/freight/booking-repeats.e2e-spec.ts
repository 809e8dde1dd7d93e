import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CarrierFault } from '../../src/carriers/carrier-adapter.js';
import { BookingBench } from '../support/booking-bench.js';
import { newFreight } from '../support/factories.js';

describe('a tender that is repeated', () => {
  let bench: BookingBench;

  beforeAll(async () => {
    bench = await BookingBench.start();
  });
  beforeEach(() => bench.renew());
  afterAll(() => bench.close());

  /** Whether each of the calls was told that the carrier may know of the booking, with faults as given and then an answer. */
  async function toldOf(...faults: boolean[]): Promise<boolean[]> {
    bench.carrier.behaviour.tender = async () => {
      const unheard = faults.shift();
      if (unheard !== undefined) throw new CarrierFault('Not reached', undefined, unheard);
    };
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    for (let left = faults.length + 1; left > 0; left--) {
      await bench.lapseLeases(id);
      await bench.recover();
    }
    expect(await bench.freightOf(id)).toMatchObject({ status: 'scheduled' });
    return bench.carrier.tendered.map(({ repeated = false }) => repeated);
  }

  it('says that the carrier may have heard it before', async () => {
    expect(await toldOf(false, false)).toEqual([false, true, true]);
  });

  it('does not as long as nobody can have heard it', async () => {
    expect(await toldOf(true, true, false, true)).toEqual([false, false, false, true, true]);
  });

  it('does when the process died with the call', async () => {
    const { id } = await newFreight(bench.org.live);
    await bench.book(id).expect(200);
    await bench.crashAt('tendered', id);
    await bench.recover();
    expect(bench.carrier.tendered.map(({ repeated = false }) => repeated)).toEqual([false, true]);
  });
});
