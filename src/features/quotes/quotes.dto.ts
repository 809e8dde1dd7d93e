import { ApiSchema } from '@nestjs/swagger';
import { CARRIER_OUTCOMES, type CarrierOutcome } from '../carriers/price-result.js';
import { DateOnly, Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { AccessorialsDto, LimitedAccessDto } from '../../platform/http/contract/accessorials.dto.js';
import {
  Cents,
  Id,
  ListOf,
  Nested,
  State,
  Text,
  Zip,
  RequiredWithout,
} from '../../platform/http/contract/fields.js';
import { IdFilter, ScacFilter, TextFilter, CommaSeparated } from '../../platform/http/contract/filters.js';
import { DayField } from '../../platform/http/contract/dates.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { CHARGE_TYPES, type ChargeType } from '../../domain/charges.js';
import { QuotedItemDto, QuoteItemDto } from './quote-item.dto.js';
import { QUOTE_STATUSES, type QuoteStatus } from './quote-states.js';
import { WARNING_CODES, type Warning, type WarningCode } from './quote-warnings.js';

export const MAX_ITEMS = 500;

@ApiSchema({ description: 'Where freight is picked up or delivered.' })
export class QuotePlaceDto {
  /**
   * A saved address: what is left out here is the address's, and it brings the services that it calls for on this side,
   * unless `accessorials` says false to one. The key needs `addresses.read` too.
   */
  @Id({ optional: true })
  address_id?: number;

  /** City. */
  @RequiredWithout('address_id')
  @Text({ example: 'Los Angeles' })
  city?: string;

  /** Two-letter state code. */
  @RequiredWithout('address_id')
  @State()
  state?: string;

  /** ZIP of 5 digits or ZIP+4; it must lie in the state. */
  @RequiredWithout('address_id')
  @Zip()
  zip?: string;

  /** Company at the place. */
  @Text({ optional: true, nullable: true })
  company?: string | null;

  /** Whom to ask for. */
  @Text({ optional: true, nullable: true })
  contact?: string | null;
}

@ApiSchema({ description: 'A shipment to be rated by every enabled carrier.' })
export class CreateQuotesDto {
  /** Where the freight is picked up. */
  @Nested(QuotePlaceDto)
  origin: QuotePlaceDto;

  /** Where the freight is delivered. */
  @Nested(QuotePlaceDto)
  destination: QuotePlaceDto;

  /** The lines of freight. */
  @ListOf(QuoteItemDto, { min: 1, max: MAX_ITEMS })
  items: QuoteItemDto[];

  /** Services requested. */
  @Nested(AccessorialsDto, { optional: true })
  accessorials?: AccessorialsDto;

  /** The kind of a side that is hard to get to; it brings that side's accessorial. */
  @Nested(LimitedAccessDto, { optional: true })
  limited_access?: LimitedAccessDto;

  /** What the goods are worth in cents, as declared to the carrier. */
  @Cents({ optional: true })
  declared_value_cents?: number;

  /**
   * The day the freight is ready, at the origin: today at the earliest, 30 days ahead at most; the next business day when it
   * is left out. On a weekend or a federal holiday the pickup moves to the next business day.
   */
  @DayField({ optional: true })
  ship_date?: string;

  /** Customer to associate. */
  @Id({ optional: true, nullable: true })
  customer_id?: number | null;
}

export class QuoteListQuery extends TwoWayPageQuery {
  /** Only quotes of this customer. */
  @IdFilter()
  customer_id?: number;

  /** Only quotes with this status, or with one of several, parted by commas; active ones by default. */
  @CommaSeparated(QUOTE_STATUSES, { byDefault: 'active' })
  status: QuoteStatus[] = ['active'];

  /** Only the quotes with this number of the carrier's. */
  @TextFilter()
  quote_number?: string;

  /** Only quotes of the carrier with this SCAC. */
  @ScacFilter()
  carrier?: string;
}

@ApiSchema({ description: 'One line of a price.' })
export class ChargeDto {
  /** What the line is for. */
  @OneOf(CHARGE_TYPES)
  type: ChargeType;
  /** Machine word of the line, e.g. `LINEHAUL`, `FUEL`, `LFTD`. */
  code: string;
  /** The line in words. */
  description: string;
  /** What was multiplied: hundredweights, percent, or 1 for a flat fee. Null where it would give away what is beneath a markup. */
  quantity: number | null;
  /** What the quantity counts: `cwt`, `percent` or `flat`. */
  unit: string | null;
  /** Cents a unit. */
  rate_cents: number | null;
  /** Amount in cents; negative for a discount. */
  @Int()
  amount_cents: number;
  /** NMFC freight class. */
  freight_class: string | null;
  /** Weight in pounds, as billed. */
  weight: number | null;
}

@ApiSchema({ description: 'City, state and ZIP.' })
export class CityDto {
  /** City. */
  city: string;
  /** Two-letter state code. */
  state: string;
  /** ZIP code. */
  zip: string;
}

@ApiSchema({ description: "The heaviest item's size with the weight of all items." })
export class DimensionsDto {
  /** Length in inches. */
  length: number;
  /** Width in inches. */
  width: number;
  /** Height in inches. */
  height: number;
  /** Weight of all items in pounds. */
  weight: number;
}

@ApiSchema({ description: 'What a carrier may bill differently from what was asked. It refuses nothing.' })
export class QuoteWarningDto implements Warning {
  /** Machine word. */
  @OneOf(WARNING_CODES)
  code: WarningCode;
  /** The warning in words. */
  message: string;
  /** The field of the rate request it is about. */
  param: string;
}

@ApiSchema({ description: "A carrier's price for a service level." })
export class QuoteDto {
  /** Always `quote`. */
  @Kind('quote')
  object: 'quote';
  /** The quote's id. */
  @Int()
  id: number;
  /** The customer associated with it. */
  @Int()
  customer_id: number | null;
  /** Shared by all quotes of one rate request. */
  quote_group_id: string;
  /** The carrier's own number for this price. */
  quote_number: string;
  /** The carrier's name. */
  carrier_name: string;
  /** The carrier's SCAC. */
  scac: string;
  /** The service level in the carrier's words. */
  service_level: string;
  /** `active` until it is booked or expires. */
  @OneOf(QUOTE_STATUSES)
  status: QuoteStatus;
  /**
   * Whether the organization’s `rate_shopping` rules lead to this one: without any it is the cheapest. One of a group; of groups
   * older than the rules none.
   */
  recommended: boolean;
  /** The price in cents, with the customer's markup: the sum of `charges`. */
  @Int()
  net_charge_cents: number;
  /** The price line by line. */
  charges: ChargeDto[];
  /** What the carrier asks, in cents. Only where a markup is on the price, and only for keys with the scope `costs.read`. */
  @Int()
  cost_cents?: number;
  /** The carrier's own lines: the sum is `cost_cents`. Only beside it. */
  cost_charges?: ChargeDto[];
  /** Business days from pickup to delivery. */
  @Int()
  transit_days: number;
  /** The day asked for, at the origin. */
  @DateOnly()
  ship_date: string | null;
  /** The day of pickup: `ship_date`, or the next business day after it. */
  @DateOnly()
  pickup_date: string | null;
  /** The carrier's day of delivery, or `transit_days` business days after pickup. */
  @DateOnly()
  estimated_delivery_date: string | null;
  /** The transit time in words. */
  delivery_estimate: string;
  /** The carrier's terminal that picks up. */
  origin_terminal: string | null;
  /** The carrier's terminal that delivers. */
  destination_terminal: string | null;
  /** Where the freight is picked up. */
  origin: CityDto;
  /** Where the freight is delivered. */
  destination: CityDto;
  /** The heaviest item's size with the weight of all items. */
  dimensions: DimensionsDto;
  /** The heaviest item's class. */
  freight_class: string;
  /** The heaviest item's NMFC code: item number and sub number. */
  nmfc_code: string | null;
  /** The heaviest item's NMFC item number. */
  nmfc_item_number: string | null;
  /** The heaviest item's NMFC sub number. */
  nmfc_sub_code: string | null;
  /** The lines of freight. */
  items: QuotedItemDto[];
  /** The services rated: those requested, and what the items, the saved addresses and `limited_access` bring. */
  accessorials: AccessorialsDto;
  /** The kind of a side that is hard to get to, where it was named. */
  limited_access: LimitedAccessDto;
  /** What the goods are worth in cents, as declared. */
  @Int()
  declared_value_cents: number | null;
  /** What a carrier may bill differently from what was asked. */
  warnings: QuoteWarningDto[];
  /** Until when the price can be booked, ISO 8601 in UTC. */
  @Time()
  expires_at: string;
  /** When the quote was made, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

@ApiSchema({ description: 'What one carrier made of a rate request.' })
export class CarrierResultDto {
  /** The carrier's name. */
  carrier: string;
  /** The carrier's SCAC. */
  scac: string;
  /** What came of asking it; `excluded`: the organization’s rules say not to. */
  @OneOf(CARRIER_OUTCOMES)
  status: CarrierOutcome;
  /** Why there is no rate; null when there is. */
  reason: string | null;
  /** How long the carrier took, in milliseconds. */
  @Int()
  duration_ms: number;
}

@ApiSchema({ description: 'What a quote group has beside its quotes.' })
export class QuoteGroupDto {
  /** Shared by all quotes of one rate request. */
  quote_group_id: string;
  /** What a carrier may bill differently from what was asked; each quote has them too. */
  warnings: QuoteWarningDto[];
}

@ApiSchema({ description: 'What the answer to a rate request has beside its quotes.' })
export class RatedGroupDto extends QuoteGroupDto {
  /** What each carrier made of the request. */
  carrier_results: CarrierResultDto[];
}
