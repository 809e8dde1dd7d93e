import { Injectable } from '@nestjs/common';
import type { Place } from '../carriers/carrier-adapter.js';
import { CustomersService } from '../customers/customers.service.js';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/api-error.js';
import type { Page } from '../http/list.js';
import { QuotesRepository } from '../quotes/quotes.repository.js';
import { sql } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import type {
  CreateFreightDto,
  FreightDto,
  FreightListQuery,
  FreightPartyDto,
  UpdateFreightDto,
} from './freight.dto.js';
import type { FreightParty } from './freight.entity.js';
import { presentFreight } from './freight.presenter.js';
import { FreightRepository } from './freight.repository.js';
import { merged, withoutNulls } from './merge.js';

@Injectable()
export class FreightService {
  constructor(
    private readonly freight: FreightRepository,
    private readonly quotes: QuotesRepository,
    private readonly customers: CustomersService,
    private readonly transactions: Transactions,
  ) {}

  /** A draft of a quote, however old the quote is: whether it can be booked shows at booking. */
  async create(tenant: Tenant, body: CreateFreightDto): Promise<FreightDto> {
    return this.transactions.run(async () => {
      await this.customers.check(tenant, body.customer_id);
      const quote = await this.quotes.get(tenant, body.quote_id);
      const row = await this.freight.insert(tenant, {
        quoteId: quote.id,
        customerId: body.customer_id ?? quote.customerId,
        bolNumber: await this.freight.nextBolNumber(),
        carrierName: quote.carrierName,
        scac: quote.scac,
        serviceLevel: quote.serviceLevel,
        transitDays: quote.transitDays,
        quotedCents: quote.netChargeCents,
        totalChargeCents: quote.netChargeCents,
        shipFrom: toParty(body.ship_from, quote.origin),
        shipTo: toParty(body.ship_to, quote.destination),
        billTo: body.bill_to ? withoutNulls(body.bill_to) : null,
        commodity: body.freight ? withoutNulls(body.freight) : null,
        referenceList: body.references ?? [],
        specialInstructions: body.special_instructions ?? null,
        shipDate: body.ship_date ?? null,
      });
      return presentFreight(row);
    });
  }

  /** Changes what is given: objects key by key, the list of references as a whole. @throws ApiError freight_not_draft */
  async update(tenant: Tenant, id: number, body: UpdateFreightDto): Promise<FreightDto> {
    return this.transactions.run(async () => {
      const freight = await this.freight.lock(tenant, id);
      if (freight.status !== 'draft') throw new ApiError('freight_not_draft');
      const { origin, destination } = await this.quotes.get(tenant, freight.quoteId);
      const { references, special_instructions: instructions } = body;
      await this.freight.update(tenant, id, {
        shipFrom: patchedParty(freight.shipFrom, body.ship_from, origin),
        shipTo: patchedParty(freight.shipTo, body.ship_to, destination),
        billTo: patched(freight.billTo, body.bill_to),
        commodity: patched(freight.commodity, body.freight),
        referenceList: references === undefined ? freight.referenceList : (references ?? []),
        specialInstructions: instructions === undefined ? freight.specialInstructions : instructions,
        updatedAt: sql('now()'),
      });
      return presentFreight(await this.freight.get(tenant, id));
    });
  }

  async list(
    tenant: Tenant,
    { customer_id: customerId, status, ...query }: FreightListQuery,
  ): Promise<Page<FreightDto>> {
    return (await this.freight.page(tenant, query, { customerId, status })).map(presentFreight);
  }

  async get(tenant: Tenant, id: number): Promise<FreightDto> {
    return presentFreight(await this.freight.get(tenant, id));
  }
}

/** A stored party with a patch laid over it; null clears all of it. */
function patchedParty(
  stored: FreightParty,
  patch: FreightPartyDto | null | undefined,
  place: Place,
): FreightParty {
  return patch === undefined ? stored : toParty(patch && merged(stored, patch), place);
}

/** A stored object with a patch laid over it; null clears all of it. */
function patched<T extends object>(stored: T | null, patch: object | null | undefined): T | null {
  if (patch === undefined) return stored;
  return patch && (merged(stored, patch) as T);
}

/** What the client supplied, with the quote's city, state and ZIP where it left them out. */
export function toParty(
  given: FreightPartyDto | null | undefined,
  { city, state, zip }: Place,
): FreightParty {
  return { city, state, zip, ...withoutNulls(given ?? {}) };
}
