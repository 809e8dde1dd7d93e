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

@ApiSchema({ description: 'The place of pickup or delivery.' })
export class QuotePlaceDto {
  /**
   * A saved address that fills in fields omitted here. It adds the services that it requires on this side, unless
   * `accessorials` sets one to false. The key also needs `addresses.read`.
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

  /** ZIP or ZIP+4 in the state. */
  @RequiredWithout('address_id')
  @Zip()
  zip?: string;

  /** Company. */
  @Text({ optional: true, nullable: true })
  company?: string | null;

  /** Contact person. */
  @Text({ optional: true, nullable: true })
  contact?: string | null;
}

@ApiSchema({ description: 'A shipment to rate.' })
export class CreateQuotesDto {
  /** Place of pickup. */
  @Nested(QuotePlaceDto)
  origin: QuotePlaceDto;

  /** Place of delivery. */
  @Nested(QuotePlaceDto)
  destination: QuotePlaceDto;

  /** The lines of freight. */
  @ListOf(QuoteItemDto, { min: 1, max: MAX_ITEMS })
  items: QuoteItemDto[];

  /** Requested services. */
  @Nested(AccessorialsDto, { optional: true })
  accessorials?: AccessorialsDto;

  /** Kinds of limited-access places; each adds its side's accessorial. */
  @Nested(LimitedAccessDto, { optional: true })
  limited_access?: LimitedAccessDto;

  /** Declared value of the goods in cents. */
  @Cents({ optional: true })
  declared_value_cents?: number;

  /**
   * The day the freight is ready, in the origin's time zone: from today to 30 days ahead. Default: the next business day. On
   * a weekend or a federal holiday the pickup moves to the next business day.
   */
  @DayField({ optional: true })
  ship_date?: string;

  /** The customer of the quotes. */
  @Id({ optional: true, nullable: true })
  customer_id?: number | null;
}

export class QuoteListQuery extends TwoWayPageQuery {
  /** Only quotes of this customer. */
  @IdFilter()
  customer_id?: number;

  /** Only quotes with one of these statuses, separated by commas. Default: `active`. */
  @CommaSeparated(QUOTE_STATUSES, { byDefault: 'active' })
  status: QuoteStatus[] = ['active'];

  /** Only quotes with this number of the carrier. */
  @TextFilter()
  quote_number?: string;

  /** Only quotes of the carrier with this SCAC. */
  @ScacFilter()
  carrier?: string;
}

@ApiSchema({ description: 'One line of a price.' })
export class ChargeDto {
  /** Type of the line. */
  @OneOf(CHARGE_TYPES)
  type: ChargeType;
  /** Code for machines, e.g. `LINEHAUL`, `FUEL`, `LFTD`. */
  code: string;
  /** Text for people. */
  description: string;
  /** Hundredweights, percent, or 1 for a flat fee. Null if it would reveal the cost below a markup. */
  quantity: number | null;
  /** Unit of the quantity: `cwt`, `percent` or `flat`. */
  unit: string | null;
  /** Cents per unit. */
  rate_cents: number | null;
  /** Amount in cents; negative for a discount. */
  @Int()
  amount_cents: number;
  /** NMFC freight class. */
  freight_class: string | null;
  /** Billed weight in pounds. */
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

@ApiSchema({ description: "The heaviest item's dimensions with the weight of all items." })
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

@ApiSchema({
  description: 'A likely difference between the quote and the carrier’s bill. It never rejects a request.',
})
export class QuoteWarningDto implements Warning {
  /** Code for machines. */
  @OneOf(WARNING_CODES)
  code: WarningCode;
  /** Text for people. */
  message: string;
  /** The field of the rate request. */
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
  /** The customer of the quote. */
  @Int()
  customer_id: number | null;
  /** Shared by all quotes of a rate request. */
  quote_group_id: string;
  /** The carrier's number for the price. */
  quote_number: string;
  /** The carrier's name. */
  carrier_name: string;
  /** The carrier's SCAC. */
  scac: string;
  /** The carrier's name of the service level. */
  service_level: string;
  /** `active` until the quote is booked or expires. */
  @OneOf(QUOTE_STATUSES)
  status: QuoteStatus;
  /**
   * True for the quote of the group that the organization’s `rate_shopping` rules select; without rules, the cheapest. Groups
   * from before the rules have none.
   */
  recommended: boolean;
  /** The price in cents, with the customer's markup: the sum of `charges`. */
  @Int()
  net_charge_cents: number;
  /** The price line by line. */
  charges: ChargeDto[];
  /** The carrier's price in cents. Present only with a markup and for keys with the scope `costs.read`. */
  @Int()
  cost_cents?: number;
  /** The carrier's lines, which add up to `cost_cents`. Present with it. */
  cost_charges?: ChargeDto[];
  /** Business days from pickup to delivery. */
  @Int()
  transit_days: number;
  /** The requested day in the origin's time zone. */
  @DateOnly()
  ship_date: string | null;
  /** Day of pickup: `ship_date` or the next business day. */
  @DateOnly()
  pickup_date: string | null;
  /** The carrier's day of delivery, else `transit_days` business days after pickup. */
  @DateOnly()
  estimated_delivery_date: string | null;
  /** The transit time as text. */
  delivery_estimate: string;
  /** The carrier's terminal for the pickup. */
  origin_terminal: string | null;
  /** The carrier's terminal for the delivery. */
  destination_terminal: string | null;
  /** Place of pickup. */
  origin: CityDto;
  /** Place of delivery. */
  destination: CityDto;
  /** The heaviest item's dimensions with the weight of all items. */
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
  /** Rated services: requested ones and those that items, saved addresses and `limited_access` add. */
  accessorials: AccessorialsDto;
  /** Kinds of limited-access places, if known. */
  limited_access: LimitedAccessDto;
  /** Declared value of the goods in cents. */
  @Int()
  declared_value_cents: number | null;
  /** Likely differences between the quote and the carrier's bill. */
  warnings: QuoteWarningDto[];
  /** When the quote expires, ISO 8601 in UTC. */
  @Time()
  expires_at: string;
  /** When the quote was created, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

@ApiSchema({ description: 'The result of one carrier for a rate request.' })
export class CarrierResultDto {
  /** The carrier's name. */
  carrier: string;
  /** The carrier's SCAC. */
  scac: string;
  /** The outcome. `excluded`: the organization’s rate shopping rules exclude the carrier. */
  @OneOf(CARRIER_OUTCOMES)
  status: CarrierOutcome;
  /** Why there is no rate; null if there is one. */
  reason: string | null;
  /** Response time of the carrier in milliseconds. */
  @Int()
  duration_ms: number;
}

@ApiSchema({ description: 'Fields of a quote group besides its quotes.' })
export class QuoteGroupDto {
  /** Shared by all quotes of a rate request. */
  quote_group_id: string;
  /** Likely differences between the quotes and the carriers' bills. Each quote has them too. */
  warnings: QuoteWarningDto[];
}

@ApiSchema({ description: 'Fields of the response to a rate request besides its quotes.' })
export class RatedGroupDto extends QuoteGroupDto {
  /** The result of each carrier. */
  carrier_results: CarrierResultDto[];
}
