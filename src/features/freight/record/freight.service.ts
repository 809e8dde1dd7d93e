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
import { findRegionFault, getCountry, type Region } from '../../../domain/countries.js';
import type { CreateFreightDto, FreightDto, FreightListQuery, UpdateFreightDto } from './freight.dto.js';
import type { BillTo, FreightEmergencyContact, Freight, FreightParty, HazmatLine } from './freight.entity.js';
import { toFreightDto } from './freight.mapper.js';
import { FreightRepository } from './freight.repository.js';
import { mergePatch, omitNulls } from './merge-patch.js';
import type { FreightPartyDto } from './parties.dto.js';
import { SavedPartiesService, type SavedPartyDetails } from './saved-parties.service.js';
import { refreshDraftWarnings } from './draft-warnings.js';
import { computeDraftDates } from './pickup-date.js';
import {
  assertImmutableFields,
  assertMatchesQuote,
  assertQuotedCustomer,
  buildCustomerMismatchError,
} from './immutable-fields.js';

/** The fields that a client sets on a draft, and the warnings about them. */
type DraftFields = Pick<
  Freight,
  | 'shipFrom'
  | 'shipTo'
  | 'billTo'
  | 'commodity'
  | 'referenceList'
  | 'orderList'
  | 'emergencyContact'
  | 'customs'
  | 'specialInstructions'
  | 'pickupTimes'
  | 'warnings'
>;

@Injectable()
export class FreightService {
  constructor(
    private readonly freight: FreightRepository,
    private readonly quotes: QuoteLifecycle,
    private readonly customers: CustomersService,
    private readonly savedParties: SavedPartiesService,
    private readonly transactions: Transactions,
  ) {}

  /** Creates a draft from a quote of any age. Booking checks whether the quote is still valid. */
  async create(caller: Caller, request: CreateFreightDto): Promise<FreightDto> {
    return this.transactions.run(async () => {
      const body = await this.savedParties.resolve(caller, request);
      await this.customers.validateReference(caller, body.customer_id);
      const quote = await this.quotes.find(caller, body.quote_id);
      if (!quote) throw new ApiError('resource_missing', { param: 'quote_id' });
      assertMatchesQuote(body, quote);
      const customerId = body.customer_id ?? quote.customerId;
      await this.assertCustomerPricing(caller, customerId, quote);
      const origin = { ...quote.origin, ...omitNulls(body.ship_from ?? {}) };
      const { warnings, ...dates } = computeDraftDates(body.ship_date, quote, origin, new Date());
      const row = await this.freight.insert(caller, {
        quoteId: quote.id,
        customerId,
        bolNumber: await this.freight.allocateBolNumber(),
        carrierName: quote.carrierName,
        scac: quote.scac,
        serviceLevel: quote.serviceLevel,
        transitDays: quote.transitDays,
        holidays: quote.holidays,
        currency: quote.currency,
        quotedCents: quote.netChargeCents,
        totalChargeCents: quote.netChargeCents,
        ...patchDraft(buildEmptyDraft(quote, warnings), body, quote),
        ...dates,
      });
      assertImmutableFields({ pickup: request.pickup, pickup_date: request.pickup_date }, row);
      return this.toDto(row);
    });
  }

  /** @throws ApiError freight_differs_from_quote if the customer of the request is priced differently */
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

  /** Merges objects key by key and replaces lists. @throws ApiError freight_not_draft, conflicting_values */
  async update(caller: Caller, id: number, request: UpdateFreightDto): Promise<FreightDto> {
    return this.transactions.run(async () => {
      const freight = await this.freight.lock(caller, id);
      if (freight.status !== 'draft') throw new ApiError('freight_not_draft');
      const body = await this.savedParties.resolve(caller, request, freight.specialInstructions);
      const quote = await this.quotes.get(caller, freight.quoteId);
      assertImmutableFields(request, freight);
      assertMatchesQuote(request, quote);
      const changed = await this.freight.change(caller, freight, patchDraft(freight, body, quote));
      return this.toDto(changed ?? freight);
    });
  }

  async list(tenant: Tenant, query: FreightListQuery): Promise<Page<FreightDto>> {
    const page = await this.freight.findPage(tenant, query, query.attention);
    return page.map((freight) => this.toDto(freight));
  }

  async get(tenant: Tenant, id: number): Promise<FreightDto> {
    return this.toDto(await this.freight.get(tenant, id));
  }

  private toDto(freight: Freight): FreightDto {
    return toFreightDto(freight, this.freight.buildTrackingPageUrl(freight));
  }
}

function buildEmptyDraft({ origin, destination }: Quote, warnings: Freight['warnings']): DraftFields {
  return {
    shipFrom: toFreightParty(null, origin),
    shipTo: toFreightParty(null, destination),
    billTo: null,
    commodity: null,
    referenceList: [],
    orderList: [],
    emergencyContact: null,
    customs: null,
    specialInstructions: null,
    pickupTimes: null,
    warnings,
  };
}

/** @throws ApiError conflicting_values, missing_parameter */
function patchDraft(
  stored: DraftFields,
  body: UpdateFreightDto & SavedPartyDetails,
  quote: Quote,
): DraftFields {
  assertHazmatLines(body.freight?.hazmat, quote);
  const { references, orders, special_instructions: instructions, pickupTimes } = body;
  const orderList = orders === undefined ? stored.orderList : (orders ?? []).map(omitNulls);
  const billTo = validateBillTo(patchObject(stored.billTo, body.bill_to));
  const commodity = patchObject(stored.commodity, body.freight);
  const draft = { orderList, billTo, commodity };
  return {
    ...draft,
    shipFrom: validateParty(patchParty(stored.shipFrom, body.ship_from, quote.origin), 'ship_from'),
    shipTo: validateParty(patchParty(stored.shipTo, body.ship_to, quote.destination), 'ship_to'),
    referenceList: references === undefined ? stored.referenceList : (references ?? []),
    customs: patchObject(stored.customs, body.customs),
    emergencyContact: validateEmergencyContact(patchObject(stored.emergencyContact, body.emergency_contact)),
    specialInstructions: instructions === undefined ? stored.specialInstructions : instructions,
    pickupTimes: pickupTimes === undefined ? stored.pickupTimes : pickupTimes,
    warnings: refreshDraftWarnings(stored.warnings, draft, quote, body.savedAddresses),
  };
}

/** Null clears all fields of the party. */
function patchParty(
  stored: FreightParty,
  patch: FreightPartyDto | null | undefined,
  place: Place,
): FreightParty {
  return patch === undefined ? stored : toFreightParty(patch && mergePatch(stored, patch), place);
}

/** Null clears the whole object. */
function patchObject<T extends object>(stored: T | null, patch: object | null | undefined): T | null {
  if (patch === undefined) return stored;
  return patch && (mergePatch(stored, patch) as T);
}

/** City, state, ZIP and country default to the quote's. */
function toFreightParty(given: FreightPartyDto | null | undefined, place: Place): FreightParty {
  const { city, state, zip } = place;
  return { city, state, zip, country: getCountry(place), ...omitNulls(given ?? {}) };
}

/** @throws ApiError conflicting_values */
function validateParty(party: FreightParty, name: string): FreightParty {
  assertPlaceAgrees(party, name);
  return party;
}

/** @throws ApiError conflicting_values */
function validateBillTo(billTo: BillTo | null): BillTo | null {
  assertPlaceAgrees(billTo ?? {}, 'bill_to');
  return billTo;
}

function assertPlaceAgrees(place: Partial<Region>, name: string): void {
  const fault = findRegionFault(place);
  if (!fault) return;
  const param = `${name}.${fault.field}`;
  throw conflictingParam(param, `${param} must be ${fault.rule}.`);
}

/** @throws ApiError missing_parameter */
function validateEmergencyContact(
  contact: Partial<FreightEmergencyContact> | null,
): FreightEmergencyContact | null {
  if (contact === null) return null;
  const { name, phone, ...more } = contact;
  if (!name?.trim()) throw missingParam('emergency_contact.name');
  if (!phone?.trim()) throw missingParam('emergency_contact.phone');
  return { name, phone, ...more };
}

/** @throws ApiError conflicting_values unless each entry describes another nonhazardous line of the quote */
function assertHazmatLines(hazmat: HazmatLine[] | null | undefined, { items }: Quote): void {
  const faults = (hazmat ?? []).flatMap(({ item, weight }, index) => {
    const param = `freight.hazmat[${index}].item`;
    const line = items[item];
    const first = hazmat!.findIndex((other) => other.item === item) === index;
    if (!line) return [{ param, message: `${param} must be the index of an item of the quote, from 0.` }];
    if (line.hazmat) return [{ param, message: `${param} is already described as hazardous by the quote.` }];
    const weightParam = `freight.hazmat[${index}].weight`;
    if (!isWithinLine(weight, line.weight))
      return [
        { param: weightParam, message: `${weightParam} must not exceed the ${line.weight} lb of its item.` },
      ];
    return first ? [] : [{ param, message: `${param} contains the same item twice. Remove one.` }];
  });
  if (faults.length > 0) throw buildFieldErrorsError(faults, 'conflicting_values');
}
