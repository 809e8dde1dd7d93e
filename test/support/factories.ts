import type TestAgent from 'supertest/lib/agent.js';
import { addBusinessDays } from '../../src/domain/business-days.js';
import { toLocalDay } from '../../src/domain/local-time.js';

/** A business day after the next one, which every new quote reaches. */
export const SHIP_DATE = addBusinessDays(toLocalDay('America/Los_Angeles', new Date()), 2);

/** A shipment that all five simulated carriers rate. */
export function rateRequest(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
    destination: { city: 'Chicago', state: 'IL', zip: '60601' },
    items: [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 }],
    ...changes,
  };
}

/** Everything that booking wants to know. */
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

/** The cheapest quote of a new group. */
export async function newQuote(
  client: TestAgent,
  changes: Record<string, unknown> = {},
): Promise<{ id: number }> {
  const { body } = await client.post('/api/v1/quotes').send(rateRequest(changes)).expect(201);
  return (body as { data: { id: number }[] }).data[0]!;
}

/** A draft with everything that booking wants to know. */
export async function newFreight(
  client: TestAgent,
  changes: Record<string, unknown> = {},
): Promise<{ id: number }> {
  const quote = await newQuote(client);
  const { body } = await client.post('/api/v1/freight').send(freightRequest(quote.id, changes)).expect(201);
  return body as { id: number };
}
