import { Injectable } from '@nestjs/common';
import type { Place } from '../../carriers/carrier-requests.js';
import { CustomersService } from '../../customers/customers.service.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { ApiError, faulty, conflictingParam, missingParam } from '../../../platform/http/errors/api-error.js';
import type { Caller } from '../../../platform/auth/caller.js';
import type { Page } from '../../../platform/tenancy/page.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { Quotes } from '../../quotes/quotes.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { isWithinLine } from '../../../domain/hazmat.js';
import { zipMatchesState } from '../../../domain/zip-codes.js';
import type { CreateFreightDto, FreightDto, FreightListQuery, UpdateFreightDto } from './freight.dto.js';
import type { BillTo, EmergencyContact, Freight, FreightParty, HazmatLine } from './freight.entity.js';
import { presentFreight } from './freight.presenter.js';
import { FreightRepository } from './freight.repository.js';
import { merged, withoutNulls } from './merge.js';
import type { FreightPartyDto } from './parties.dto.js';
import { SavedParties } from './saved-parties.service.js';
import { withDraft } from './draft-warnings.js';
import { draftDays } from './pickup-day.js';
import { requireCustomer, unlikeQuote } from './priced-customer.js';
import { requireQuoted, requireSettled } from './settled.js';

@Injectable()
export class FreightService {
  constructor(
    private readonly freight: FreightRepository,
    private readonly quotes: Quotes,
    private readonly customers: CustomersService,
    private readonly saved: SavedParties,
    private readonly transactions: Transactions,
  ) {}

  /** A draft of a quote, however old the quote is: whether it can be booked shows at booking. */
  async create(tenant: Caller, asked: CreateFreightDto): Promise<FreightDto> {
    return this.transactions.run(async () => {
      const body = await this.saved.resolve(tenant, asked);
      await this.customers.check(tenant, body.customer_id);
      const quote = await this.quotes.find(tenant, body.quote_id);
      if (!quote) throw new ApiError('resource_missing', { param: 'quote_id' });
      requireQuoted(body, quote);
      requireLines(body.freight?.hazmat, quote);
      const customerId = body.customer_id ?? quote.customerId;
      await this.requirePriced(tenant, customerId, quote);
      const shipFrom = inItsState(toParty(body.ship_from, quote.origin), 'ship_from');
      const orderList = (body.orders ?? []).map(withoutNulls);
      const billTo = payerInItsState(body.bill_to ? withoutNulls(body.bill_to) : null);
      const commodity = body.freight ? withoutNulls(body.freight) : null;
      const { warnings, ...days } = draftDays(body.ship_date, quote, shipFrom.zip, new Date());
      const row = await this.freight.insert(tenant, {
        quoteId: quote.id,
        customerId,
        bolNumber: await this.freight.nextBolNumber(),
        carrierName: quote.carrierName,
        scac: quote.scac,
        serviceLevel: quote.serviceLevel,
        transitDays: quote.transitDays,
        quotedCents: quote.netChargeCents,
        totalChargeCents: quote.netChargeCents,
        shipFrom,
        shipTo: inItsState(toParty(body.ship_to, quote.destination), 'ship_to'),
        billTo,
        commodity,
        referenceList: body.references ?? [],
        orderList,
        emergencyContact: reachable(body.emergency_contact ? withoutNulls(body.emergency_contact) : null),
        specialInstructions: body.special_instructions ?? null,
        pickupTimes: body.pickupTimes ?? null,
        ...days,
        warnings: withDraft(warnings, { orderList, billTo, commodity }, quote, body.places),
      });
      requireSettled({ pickup: asked.pickup, pickup_date: asked.pickup_date }, row);
      return this.present(row);
    });
  }

  /** The price is the one of the customer that is billed. @throws ApiError freight_differs_from_quote */
  private async requirePriced(tenant: Tenant, customerId: number | null, quote: Quote): Promise<void> {
    requireCustomer(customerId, quote);
    if (quote.customerId !== null || customerId === null) return;
    const { markup = null } = (await this.customers.find(tenant, customerId)) ?? {};
    if (markup !== null) throw unlikeQuote(customerId, 'no customer');
  }

  /** Changes what is given: objects key by key, the list of references as a whole. @throws ApiError freight_not_draft, conflicting_values */
  async update(tenant: Caller, id: number, asked: UpdateFreightDto): Promise<FreightDto> {
    return this.transactions.run(async () => {
      const freight = await this.freight.lock(tenant, id);
      if (freight.status !== 'draft') throw new ApiError('freight_not_draft');
      const body = await this.saved.resolve(tenant, asked, freight.specialInstructions);
      const quote = await this.quotes.get(tenant, freight.quoteId);
      requireSettled(asked, freight);
      requireQuoted(asked, quote);
      const { origin, destination } = quote;
      requireLines(body.freight?.hazmat, quote);
      const { references, orders, special_instructions: instructions } = body;
      const orderList = orders === undefined ? freight.orderList : (orders ?? []).map(withoutNulls);
      const billTo = payerInItsState(patched(freight.billTo, body.bill_to));
      const commodity = patched(freight.commodity, body.freight);
      const changed = await this.freight.change(tenant, freight, {
        shipFrom: inItsState(patchedParty(freight.shipFrom, body.ship_from, origin), 'ship_from'),
        shipTo: inItsState(patchedParty(freight.shipTo, body.ship_to, destination), 'ship_to'),
        billTo,
        commodity,
        referenceList: references === undefined ? freight.referenceList : (references ?? []),
        orderList,
        warnings: withDraft(freight.warnings, { orderList, billTo, commodity }, quote, body.places),
        emergencyContact: reachable(patched(freight.emergencyContact, body.emergency_contact)),
        specialInstructions: instructions === undefined ? freight.specialInstructions : instructions,
        pickupTimes: body.pickupTimes === undefined ? freight.pickupTimes : body.pickupTimes,
      });
      return this.present(changed ?? freight);
    });
  }

  async list(tenant: Tenant, query: FreightListQuery): Promise<Page<FreightDto>> {
    return (await this.freight.pageOf(tenant, query, query.attention)).map((freight) =>
      this.present(freight),
    );
  }

  async get(tenant: Tenant, id: number): Promise<FreightDto> {
    return this.present(await this.freight.get(tenant, id));
  }

  private present(freight: Freight): FreightDto {
    return presentFreight(freight, this.freight.trackingPageUrl(freight));
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

/** A party whose ZIP lies in its state, once the quote and what is stored have filled in the rest. @throws ApiError conflicting_values */
function inItsState(party: FreightParty, name: string): FreightParty {
  if (zipMatchesState(party.zip, party.state)) return party;
  throw conflictingParam(`${name}.zip`, `${name}.zip must be a ZIP code of the given state.`);
}

/** @throws ApiError conflicting_values */
function payerInItsState(billTo: BillTo | null): BillTo | null {
  const { zip, state } = billTo ?? {};
  if (zip === undefined || state === undefined || zipMatchesState(zip, state)) return billTo;
  throw conflictingParam('bill_to.zip', 'bill_to.zip must be a ZIP code of the given state.');
}

/** A contact that can be called. @throws ApiError missing_parameter */
function reachable(contact: Partial<EmergencyContact> | null): EmergencyContact | null {
  if (contact === null) return null;
  const { name, phone, ...more } = contact;
  if (!name?.trim()) throw missingParam('emergency_contact.name');
  if (!phone?.trim()) throw missingParam('emergency_contact.phone');
  return { name, phone, ...more };
}

/** Each dangerous line is one of the quote's, once, not heavier, and not described there. @throws ApiError conflicting_values */
function requireLines(hazmat: HazmatLine[] | null | undefined, { items }: Quote): void {
  const faults = (hazmat ?? []).flatMap(({ item, weight }, at) => {
    const param = `freight.hazmat[${at}].item`;
    const line = items[item];
    const first = hazmat!.findIndex((other) => other.item === item) === at;
    if (!line) return [{ param, message: `${param} must be the place of an item of the quote, from 0.` }];
    if (line.hazmat) return [{ param, message: `${param} is described as hazardous by the quote.` }];
    const heavy = `freight.hazmat[${at}].weight`;
    if (!isWithinLine(weight, line.weight))
      return [{ param: heavy, message: `${heavy} must not be more than the ${line.weight} lb of its line.` }];
    return first ? [] : [{ param, message: `${param} is named twice.` }];
  });
  if (faults.length > 0) throw faulty(faults, 'conflicting_values');
}
