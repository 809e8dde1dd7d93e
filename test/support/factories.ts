import type TestAgent from 'supertest/lib/agent.js';
import { addBusinessDays } from '../../src/domain/business-days.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import { toLocalDay } from '../../src/domain/local-time.js';

/** The second business day from today, which every new quote reaches. */
export const SHIP_DATE = addBusinessDays(toLocalDay('America/Los_Angeles', new Date()), 2);

/** Builds a rate request that all five simulated carriers price. */
export function rateRequest(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
    destination: { city: 'Chicago', state: 'IL', zip: '60601' },
    items: [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 }],
    ...changes,
  };
}

/** Builds a draft with all fields that booking requires. */
export function freightRequest(
  quoteId: number,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    quote_id: quoteId,
    ship_from: {
      company: 'Acme Manufacturing',
      contact: 'Ann',
      address: '12 S Main St',
      phone: '555-222-6666',
    },
    ship_to: { company: 'Lakeside Stores', contact: 'Bob', address: '400 W Lake St', phone: '555-333-7777' },
    freight: { description: 'Machine parts', handling_unit_type: 'pallet' },
    references: [{ name: 'PO', value: '554238' }],
    special_instructions: 'Gate code 123',
    ship_date: SHIP_DATE,
    ...changes,
  };
}

/** Returns the cheapest quote of a new group. */
export async function newQuote(
  client: TestAgent,
  changes: Record<string, unknown> = {},
): Promise<{ id: number }> {
  const { body } = await client.post('/api/v1/quotes').send(rateRequest(changes)).expect(201);
  return (body as { data: { id: number }[] }).data[0]!;
}

/** Creates a draft with all fields that booking requires. */
export async function newFreight(
  client: TestAgent,
  changes: Record<string, unknown> = {},
): Promise<{ id: number }> {
  const quote = await newQuote(client);
  const { body } = await client.post('/api/v1/freight').send(freightRequest(quote.id, changes)).expect(201);
  return body as { id: number };
}

export const RATES_HEADER = 'origin,destination,class,minimum,L5C,M5C,M1M,M2M,M5M,M10M,M20M';
/** One lane, from Los Angeles to Chicago: 500 lb of class 92.5 cost $800.00 before discounts and fees. */
export const SINGLE_LANE_RATES = `${RATES_HEADER}\n900,606,92.5,95.00,200.00,160.00,130.00,110.00,90.00,70.00,60.00\n`;

export const TARIFF = { name: 'Acme 2026', scac: 'ACME', carrier_name: 'Acme Freight', transit_days: 4 };

/** Creates a tariff with rates; by default the single lane. */
export async function createTariff(
  client: TestAgent,
  changes: Record<string, unknown> = {},
  rates = SINGLE_LANE_RATES,
): Promise<number> {
  const { id } = (
    await client
      .post('/api/v1/tariffs')
      .send({ ...TARIFF, ...changes })
      .expect(201)
  ).body;
  await client.put(`/api/v1/tariffs/${id}/rates`).set('Content-Type', 'text/csv').send(rates).expect(200);
  return id;
}

/** Builds the rows of a large file, each with its own lane and class. Rates fall with the weight. */
export function buildRateRows(count: number): string[][] {
  const rows: string[][] = [];
  for (let origin = 100; rows.length < count; origin++)
    for (let destination = 500; destination < 600 && rows.length < count; destination++)
      for (const [at, freightClass] of FREIGHT_CLASSES.entries()) {
        if (rows.length === count) break;
        const base = 60 + at * 15 + (origin % 50) + (destination % 100) / 4;
        const rates = [1.25, 1, 0.85, 0.7, 0.6, 0.5, 0.4].map((factor) => (base * factor).toFixed(2));
        rows.push([`${origin}`, `${destination}`, freightClass, (80 + at).toFixed(2), ...rates]);
      }
  return rows;
}

export function toCsv(rows: string[][]): string {
  return [RATES_HEADER, ...rows.map((row) => row.join(',')), ''].join('\n');
}
