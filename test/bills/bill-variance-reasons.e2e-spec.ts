import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fixture, type ChargeLine } from '../support/fixture.js';

describe('the reason of a bill variance', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());

  /** Creates a shipment of one item with quoted lines without weight and class, as from XPO and TForce. */
  const bare = async () => {
    const shipment = await bench.createInTransitFreight();
    const charges: ChargeLine[] = [{ type: 'linehaul', amount_cents: shipment.quotedCents }];
    const stored = [
      { type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amountCents: shipment.quotedCents },
    ];
    const { body } = await bench.org.test.get(`/api/v1/freight/${shipment.id}`).expect(200);
    await bench.app.sql.query('UPDATE quotes SET charges = $2 WHERE id = $1', [
      body.quote.id,
      JSON.stringify(stored),
    ]);
    const { body: quote } = await bench.org.test.get(`/api/v1/quotes/${body.quote.id}`).expect(200);
    const weight = quote.items.reduce(
      (sum: number, item: { weight: number }) => sum + item.weight,
      0,
    ) as number;
    return {
      shipment: { ...shipment, charges },
      weight,
      freight_class: quote.items[0].freight_class as string,
    };
  };

  it('comes from the quoted freight if the quoted lines have no weight and class', async () => {
    const { shipment, weight } = await bare();
    const line = {
      type: 'linehaul',
      amount_cents: shipment.quotedCents,
      weight: weight + 20,
      freight_class: '400',
    };
    const liftgate = { type: 'accessorial', code: 'LFTD', amount_cents: 5_000 };
    const body = await bench.postBill(bench.buildBill(shipment, { lines: [line, liftgate] }));
    expect(body).toMatchObject({ status: 'variance', reasons: ['RWE', 'RCL', 'LFTD'] });
  });

  it('is empty if the bill has the quoted weight and class', async () => {
    const { shipment, weight, freight_class } = await bare();
    const line = { type: 'linehaul', amount_cents: shipment.quotedCents, weight: weight + 1, freight_class };
    const body = await bench.postBill(bench.buildBill(shipment, { lines: [line] }));
    expect(body).toMatchObject({ status: 'matched', reasons: [] });
  });

  it.each([
    [[['accessorial', 'LFTD', 5_000]], 'Linehaul, Liftgate at delivery'],
    [
      [
        ['accessorial', 'LFTD', 1],
        ['accessorial', 'RES', 1],
        ['accessorial', 'ZZ9', 1],
        ['fuel_surcharge', null, 1],
        ['adjustment', 'RWE', 1],
      ],
      'Linehaul, Fuel surcharge, Liftgate at delivery, Residential delivery, ZZ9 and 1 more',
    ],
  ] as [[string, string | null, number][], string][])(
    'describes the adjustment line by line: %j',
    async (more, names) => {
      const { shipment } = await bare();
      const lines = [
        { type: 'linehaul', amount_cents: shipment.quotedCents + 3_000 },
        ...more.map(([type, code, amount_cents]) => ({ type, code, amount_cents })),
      ];
      const bill = await bench.postBill(bench.buildBill(shipment, { lines }));
      await bench.org.test.post(`/api/v1/bills/${bill.id}/approve`).expect(200);
      const { body } = await bench.org.test.get(`/api/v1/freight/${shipment.id}`).expect(200);
      expect(body.adjustments).toMatchObject([
        {
          amount_cents: 3_000 + more.reduce((sum, [, , cents]) => sum + cents, 0),
          description: `${names}, freight bill ${bill.bill_number}`,
        },
      ]);
    },
  );
});
