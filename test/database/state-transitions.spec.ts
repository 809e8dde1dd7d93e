import { describe, expect, it } from '@jest/globals';
import type { Transactions } from '../../src/platform/database/transactions.js';
import type { BookingsRepository } from '../../src/features/freight/booking/bookings.repository.js';
import type { Freight } from '../../src/features/freight/record/freight.entity.js';
import type { FreightRepository } from '../../src/features/freight/record/freight.repository.js';
import type { InvoicesRepository } from '../../src/features/invoices/invoices.repository.js';
import type { Quote } from '../../src/features/quotes/quote.entity.js';
import { QuotesRepository } from '../../src/features/quotes/quotes.repository.js';
import { sql } from '../../src/platform/tenancy/owned.repository.js';
import type { Tenant } from '../../src/platform/tenancy/tenant.js';
import type { TrackedShipmentsRepository } from '../../src/features/tracking/tracked-shipments.repository.js';
import type { WebhookEndpointsRepository } from '../../src/features/webhooks/webhook-endpoints.repository.js';

const tenant: Tenant = { organizationId: 1, mode: 'test' };

/** Contains code that must not compile and never runs. The type check fails if a line compiles. */
export function mustNotCompile(
  quotes: QuotesRepository,
  freight: FreightRepository,
  invoices: InvoicesRepository,
  bookings: BookingsRepository,
  tracked: TrackedShipmentsRepository,
  endpoints: WebhookEndpointsRepository,
  quote: Quote,
  shipment: Freight,
): unknown[] {
  return [
    // @ts-expect-error which row it is does not change
    quotes.update(tenant, 1, { id: 2 }),
    // @ts-expect-error nor whose it is
    quotes.update(tenant, 1, { organizationId: 2 }),
    // @ts-expect-error nor in which mode
    quotes.update(tenant, 1, { mode: 'live' }),
    // @ts-expect-error nor when it was made
    quotes.update(tenant, 1, { createdAt: sql('now()') }),
    // @ts-expect-error a whole row brings all of these
    quotes.update(tenant, 1, { ...quote }),
    // @ts-expect-error nor by what is laid over it
    freight.change(tenant, shipment, { status: 'delivered' }),
    // @ts-expect-error a status changes by a transition
    quotes.update(tenant, 1, { status: 'expired' }),
    // @ts-expect-error and so does a shipment's
    freight.update(tenant, 1, { status: 'delivered' }),
    // @ts-expect-error an invoice's
    invoices.update(tenant, 1, { status: 'paid' }),
    // @ts-expect-error the open call of a booking
    bookings.update(tenant, 1, { pending: null }),
    // @ts-expect-error what its claim is known by
    bookings.update(tenant, 1, { attempts: 0 }),
    // @ts-expect-error a tracked number's
    tracked.update(tenant, 1, { status: 'delivered' }),
    // @ts-expect-error an endpoint's
    endpoints.update(tenant, 1, { active: true }),
    // @ts-expect-error what the repository itself writes with is its own
    quotes.write(tenant, 1, { status: 'expired' }),
    // @ts-expect-error a transition that no table knows
    quotes.transition(tenant, quote, 'revive'),
    quotes.update(tenant, 1, { customerId: 2 }),
    freight.update(tenant, 1, { statusReason: null, updatedAt: sql('now()') }),
  ];
}

describe('a state transition', () => {
  const written: unknown[] = [];
  const manager = {
    update: async (_entity: unknown, _where: unknown, values: unknown) => {
      written.push(values);
      return { affected: 1 };
    },
  };
  const quotes = new QuotesRepository({ manager } as unknown as Transactions, {} as never);

  it('writes the state that the table lists', async () => {
    const booked = await quotes.transition(tenant, { id: 1, status: 'active' } as Quote, 'book');
    expect(booked).toEqual({ id: 1, status: 'booked' });
    expect(written.splice(0)).toEqual([{ status: 'booked' }]);
  });

  it('that the table does not list writes nothing', async () => {
    const move = quotes.transition(tenant, { id: 1, status: 'expired' } as Quote, 'book');
    await expect(move).rejects.toThrow("A quote that is expired can't book.");
    expect(written).toEqual([]);
  });
});
