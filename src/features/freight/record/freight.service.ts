import { Injectable } from '@nestjs/common';
import type { Place } from '../../carriers/carrier-requests.js';
import { CustomersService } from '../../customers/customers.service.js';
import { Transactions } from '../../../platform/database/transactions.js';
import {
  ApiError,
  buildFieldErrorsError,
  conflictingParam,
  missingParam,
} from '../../../platform/http/errors/api-error.js';
import type { Caller } from '../../../platform/auth/caller.js';
import type { Page } from '../../../platform/tenancy/page.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { QuoteLifecycle } from '../../quotes/quote-lifecycle.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { isWithinLine } from '../../../domain/hazmat.js';
import { isZipInState } from '../../../domain/zip-codes.js';
import type { CreateFreightDto, FreightDto, FreightListQuery, UpdateFreightDto } from './freight.dto.js';
import type { BillTo, FreightEmergencyContact, Freight, FreightParty, HazmatLine } from './freight.entity.js';
import { toFreightDto } from './freight.mapper.js';
import { FreightRepository } from './freight.repository.js';
import { mergePatch, omitNulls } from './merge-patch.js';
import type { FreightPartyDto } from './parties.dto.js';
import { SavedPartiesService } from './saved-parties.service.js';
import { refreshDraftWarnings } from './draft-warnings.js';
import { computeDraftDates } from './pickup-date.js';
import { assertQuotedCustomer, buildCustomerMismatchError } from './quoted-customer.js';
import { assertMatchesQuote, assertImmutableFields } from './immutable-fields.js';

@Injectable()
export class FreightService {
  constructor(
    private readonly freight: FreightRepository,
    private readonly quotes: QuoteLifecycle,
    private readonly customers: CustomersService,
    private readonly savedParties: SavedPartiesService,
    private readonly transactions: Transactions,
  ) {}

  /** A draft of a quote, however old the quote is: whether it can be booked shows at booking. */
  async create(tenant: Caller, asked: CreateFreightDto): Promise<FreightDto> {
    return this.transactions.run(async () => {
      const body = await this.savedParties.resolve(tenant, asked);
      await this.customers.validateReference(tenant, body.customer_id);
      const quote = await this.quotes.find(tenant, body.quote_id);
      if (!quote) throw new ApiError('resource_missing', { param: 'quote_id' });
      assertMatchesQuote(body, quote);
      assertHazmatLines(body.freight?.hazmat, quote);
      const customerId = body.customer_id ?? quote.customerId;
      await this.assertCustomerPricing(tenant, customerId, quote);
      const shipFrom = validatePartyZip(toFreightParty(body.ship_from, quote.origin), 'ship_from');
      const orderList = (body.orders ?? []).map(omitNulls);
      const billTo = validateBillToZip(body.bill_to ? omitNulls(body.bill_to) : null);
      const commodity = body.freight ? omitNulls(body.freight) : null;
      const { warnings, ...days } = computeDraftDates(body.ship_date, quote, shipFrom.zip, new Date());
      const row = await this.freight.insert(tenant, {
        quoteId: quote.id,
        customerId,
        bolNumber: await this.freight.allocateBolNumber(),
        carrierName: quote.carrierName,
        scac: quote.scac,
        serviceLevel: quote.serviceLevel,
        transitDays: quote.transitDays,
        quotedCents: quote.netChargeCents,
        totalChargeCents: quote.netChargeCents,
        shipFrom,
        shipTo: validatePartyZip(toFreightParty(body.ship_to, quote.destination), 'ship_to'),
        billTo,
        commodity,
        referenceList: body.references ?? [],
        orderList,
        emergencyContact: validateEmergencyContact(
          body.emergency_contact ? omitNulls(body.emergency_contact) : null,
        ),
        specialInstructions: body.special_instructions ?? null,
        pickupTimes: body.pickupTimes ?? null,
        ...days,
        warnings: refreshDraftWarnings(
          warnings,
          { orderList, billTo, commodity },
          quote,
          body.savedAddresses,
        ),
      });
      assertImmutableFields({ pickup: asked.pickup, pickup_date: asked.pickup_date }, row);
      return this.toDto(row);
    });
  }

  /** The price is the one of the customer that is billed. @throws ApiError freight_differs_from_quote */
  private async assertCustomerPricing(
    tenant: Tenant,
    customerId: number | null,
    quote: Quote,
  ): Promise<void> {
    assertQuotedCustomer(customerId, quote);
    if (quote.customerId !== null || customerId === null) return;
    const { markup = null } = (await this.customers.find(tenant, customerId)) ?? {};
    if (markup !== null) throw buildCustomerMismatchError(customerId, 'no customer');
  }

  /** Changes what is given: objects key by key, the list of references as a whole. @throws ApiError freight_not_draft, conflicting_values */
  async update(tenant: Caller, id: number, asked: UpdateFreightDto): Promise<FreightDto> {
    return this.transactions.run(async () => {
      const freight = await this.freight.lock(tenant, id);
      if (freight.status !== 'draft') throw new ApiError('freight_not_draft');
      const body = await this.savedParties.resolve(tenant, asked, freight.specialInstructions);
      const quote = await this.quotes.get(tenant, freight.quoteId);
      assertImmutableFields(asked, freight);
      assertMatchesQuote(asked, quote);
      const { origin, destination } = quote;
      assertHazmatLines(body.freight?.hazmat, quote);
      const { references, orders, special_instructions: instructions } = body;
      const orderList = orders === undefined ? freight.orderList : (orders ?? []).map(omitNulls);
      const billTo = validateBillToZip(patchObject(freight.billTo, body.bill_to));
      const commodity = patchObject(freight.commodity, body.freight);
      const changed = await this.freight.change(tenant, freight, {
        shipFrom: validatePartyZip(patchParty(freight.shipFrom, body.ship_from, origin), 'ship_from'),
        shipTo: validatePartyZip(patchParty(freight.shipTo, body.ship_to, destination), 'ship_to'),
        billTo,
        commodity,
        referenceList: references === undefined ? freight.referenceList : (references ?? []),
        orderList,
        warnings: refreshDraftWarnings(
          freight.warnings,
          { orderList, billTo, commodity },
          quote,
          body.savedAddresses,
        ),
        emergencyContact: validateEmergencyContact(
          patchObject(freight.emergencyContact, body.emergency_contact),
        ),
        specialInstructions: instructions === undefined ? freight.specialInstructions : instructions,
        pickupTimes: body.pickupTimes === undefined ? freight.pickupTimes : body.pickupTimes,
      });
      return this.toDto(changed ?? freight);
    });
  }

  async list(tenant: Tenant, query: FreightListQuery): Promise<Page<FreightDto>> {
    return (await this.freight.findPage(tenant, query, query.attention)).map((freight) =>
      this.toDto(freight),
    );
  }

  async get(tenant: Tenant, id: number): Promise<FreightDto> {
    return this.toDto(await this.freight.get(tenant, id));
  }

  private toDto(freight: Freight): FreightDto {
    return toFreightDto(freight, this.freight.buildTrackingPageUrl(freight));
  }
}

/** A stored party with a patch laid over it; null clears all of it. */
function patchParty(
  stored: FreightParty,
  patch: FreightPartyDto | null | undefined,
  place: Place,
): FreightParty {
  return patch === undefined ? stored : toFreightParty(patch && mergePatch(stored, patch), place);
}

/** A stored object with a patch laid over it; null clears all of it. */
function patchObject<T extends object>(stored: T | null, patch: object | null | undefined): T | null {
  if (patch === undefined) return stored;
  return patch && (mergePatch(stored, patch) as T);
}

/** What the client supplied, with the quote's city, state and ZIP where it left them out. */
export function toFreightParty(
  given: FreightPartyDto | null | undefined,
  { city, state, zip }: Place,
): FreightParty {
  return { city, state, zip, ...omitNulls(given ?? {}) };
}

/** A party whose ZIP lies in its state, once the quote and what is stored have filled in the rest. @throws ApiError conflicting_values */
function validatePartyZip(party: FreightParty, name: string): FreightParty {
  if (isZipInState(party.zip, party.state)) return party;
  throw conflictingParam(`${name}.zip`, `${name}.zip must be a ZIP code of the given state.`);
}

/** @throws ApiError conflicting_values */
function validateBillToZip(billTo: BillTo | null): BillTo | null {
  const { zip, state } = billTo ?? {};
  if (zip === undefined || state === undefined || isZipInState(zip, state)) return billTo;
  throw conflictingParam('bill_to.zip', 'bill_to.zip must be a ZIP code of the given state.');
}

/** A contact that can be called. @throws ApiError missing_parameter */
function validateEmergencyContact(
  contact: Partial<FreightEmergencyContact> | null,
): FreightEmergencyContact | null {
  if (contact === null) return null;
  const { name, phone, ...more } = contact;
  if (!name?.trim()) throw missingParam('emergency_contact.name');
  if (!phone?.trim()) throw missingParam('emergency_contact.phone');
  return { name, phone, ...more };
}

/** Each dangerous line is one of the quote's, once, not heavier, and not described there. @throws ApiError conflicting_values */
function assertHazmatLines(hazmat: HazmatLine[] | null | undefined, { items }: Quote): void {
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
  if (faults.length > 0) throw buildFieldErrorsError(faults, 'conflicting_values');
}
