import { ApiSchema } from '@nestjs/swagger';
import { COUNTRIES, type Country } from '../../domain/countries.js';
import { CARRIER_OUTCOMES, type CarrierOutcome } from '../carriers/price-result.js';
import { DateOnly, Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { AccessorialsDto, LimitedAccessDto } from '../../platform/http/contract/accessorials.dto.js';
import {
  Choice,
  Cents,
  Flag,
  Id,
  ListOf,
  Nested,
  Text,
  RequiredWithout,
} from '../../platform/http/contract/fields.js';
import { CountryCode, State, Zip } from '../../platform/http/contract/place-fields.js';
import { IdFilter, ScacFilter, TextFilter, CommaSeparated } from '../../platform/http/contract/filters.js';
import { DayField } from '../../platform/http/contract/dates.js';
import {
  ConvertMetric,
  DIMENSION_UNITS,
  WEIGHT_UNITS,
  type DimensionUnit,
  type WeightUnit,
} from '../../platform/http/contract/metric.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { CURRENCIES, type Currency } from '../../domain/currencies.js';
import { CHARGE_TYPES, type ChargeType } from '../../domain/charges.js';
import { QuotedItemDto, QuoteItemDto } from './quote-item.dto.js';
import { QUOTE_STATUSES, type QuoteStatus } from './quote-states.js';
import { WARNING_CODES, type Warning, type WarningCode } from '../../domain/warnings.js';

export const MAX_ITEMS = 500;

@ApiSchema({ description: 'A pickup or delivery location.' })
export class QuotePlaceDto {
  /**
   * A saved address that fills in fields omitted here. It adds the services that it requires on this side, unless
   * `accessorials` sets one to false. The key also needs `addresses.read`.
   */
  @Id({ optional: true }) address_id?: number;

  /** City. */
  @RequiredWithout('address_id')
  @Text({ example: 'Los Angeles' })
  city?: string;

  /** Two-letter code of the state or province. */
  @RequiredWithout('address_id')
  @State()
  state?: string;

  /** ZIP, ZIP+4 or postal code in the state. */
  @RequiredWithout('address_id')
  @Zip()
  zip?: string;

  /** Country. Default: that of the saved address, otherwise `US`. */
  @CountryCode() country?: Country;

  /** Company. */
  @Text({ optional: true, nullable: true }) company?: string | null;
  /** Contact person. */
  @Text({ optional: true, nullable: true }) contact?: string | null;
}

@ApiSchema({ description: 'A shipment to rate.' })
export class CreateQuotesDto {
  /** Pickup location. */
  @Nested(QuotePlaceDto) origin: QuotePlaceDto;
  /** Delivery location. */
  @Nested(QuotePlaceDto) destination: QuotePlaceDto;
  /** The lines of freight. */
  @ConvertMetric()
  @ListOf(QuoteItemDto, { min: 1, max: MAX_ITEMS })
  items: QuoteItemDto[];

  /** Unit of the weights in `items`. Limits apply after the conversion, and responses are in pounds. Default: `lb`. */
  @Choice(WEIGHT_UNITS, { optional: true }) weight_unit?: WeightUnit;
  /** Unit of the dimensions in `items`. Limits apply after the conversion, and responses are in inches. Default: `in`. */
  @Choice(DIMENSION_UNITS, { optional: true }) dimension_unit?: DimensionUnit;
  /** Requested services. */
  @Nested(AccessorialsDto, { optional: true }) accessorials?: AccessorialsDto;
  /** Limited access at pickup and delivery. Each adds the matching limited access accessorial. */
  @Nested(LimitedAccessDto, { optional: true }) limited_access?: LimitedAccessDto;
  /** Declared value of the goods in cents. */
  @Cents({ optional: true }) declared_value_cents?: number;
  /**
   * The day the freight is ready, in the origin's time zone: from today to 30 days ahead. Default: the next business day. On
   * a weekend or a holiday of the carrier, the pickup moves to the next business day.
   */
  @DayField({ optional: true }) ship_date?: string;
  /** True keeps `ship_date` even if the carrier is closed that day. Quotes then have the warning `ship_date_forced`. */
  @Flag({ optional: true }) force_ship_date?: boolean;
  /** The customer of the quotes. */
  @Id({ optional: true, nullable: true }) customer_id?: number | null;
}

export class QuoteListQuery extends TwoWayPageQuery {
  /** Only quotes of this customer. */
  @IdFilter() customer_id?: number;
  /** Only quotes with one of these statuses, separated by commas. Default: `active`. */
  @CommaSeparated(QUOTE_STATUSES, { byDefault: 'active' }) status: QuoteStatus[] = ['active'];
  /** Only quotes with this carrier quote number. */
  @TextFilter() quote_number?: string;
  /** Only quotes of the carrier with this SCAC. */
  @ScacFilter() carrier?: string;
}

@ApiSchema({ description: 'One line of a price.' })
export class ChargeDto {
  /** Type of the line. */
  @OneOf(CHARGE_TYPES) type: ChargeType;
  /** Charge code, e.g. `LINEHAUL`, `FUEL`, `LFTD`. */
  code: string;
  /** Description of the warning. */
  description: string;
  /** Quantity: hundredweights, a percentage, or 1 for a flat fee. Null if it would reveal the cost before markup. */
  quantity: number | null;
  /** Unit of the quantity: `cwt`, `percent` or `flat`. */
  unit: string | null;
  /** Cents per unit. */
  rate_cents: number | null;
  /** Amount in cents; negative for a discount. */
  @Int() amount_cents: number;
  /** NMFC freight class. */
  freight_class: string | null;
  /** Billed weight in pounds. */
  weight: number | null;
}

@ApiSchema({ description: 'City, state, ZIP and country.' })
export class CityDto {
  /** City. */
  city: string;
  /** Two-letter code of the state or province. */
  state: string;
  /** ZIP or postal code. */
  zip: string;
  /** Country. */
  @OneOf(COUNTRIES) country: Country;
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
  description:
    'A likely difference between the quote and the carrier’s bill. It never causes a request to be rejected.',
})
export class QuoteWarningDto implements Warning {
  /** Code of the warning. */
  @OneOf(WARNING_CODES) code: WarningCode;
  /** Description of the warning. */
  message: string;
  /** The field of the rate request. */
  param: string;
}

@ApiSchema({ description: "A carrier's price for a service level." })
export class QuoteDto {
  /** Always `quote`. */
  @Kind('quote') object: 'quote';
  /** The quote's id. */
  @Int() id: number;
  /** The customer of the quote. */
  @Int() customer_id: number | null;
  /** The id that all quotes of a rate request share. */
  quote_group_id: string;
  /** The carrier's number for the price. */
  quote_number: string;
  /** The carrier's name. */
  carrier_name: string;
  /** The carrier's SCAC. */
  scac: string;
  /** The carrier's name for the service level. */
  service_level: string;
  /** `active` until the quote is booked or expires. */
  @OneOf(QUOTE_STATUSES) status: QuoteStatus;
  /**
   * True for the quote of the group that the organization’s `rate_shopping` rules select; without rules, the cheapest. Only
   * quotes in the most common currency of the group are compared. Older groups have no recommended quote.
   */
  recommended: boolean;
  /** Currency of all amounts of the quote: the currency of the carrier's price or of the tariff. */
  @OneOf(CURRENCIES) currency: Currency;
  /** The price in cents, with the customer's markup: the sum of `charges`. */
  @Int() net_charge_cents: number;
  /** The price line by line. */
  charges: ChargeDto[];
  /** The carrier's price in cents. Present only with a markup and for keys with the scope `costs.read`. */
  @Int() cost_cents?: number;
  /** The carrier's charges, which add up to `cost_cents`. Present only when `cost_cents` is. */
  cost_charges?: ChargeDto[];
  /** Business days from pickup to delivery. */
  @Int() transit_days: number;
  /** The requested day in the origin's time zone. */
  @DateOnly() ship_date: string | null;
  /** Day of pickup: `ship_date`, or the next business day of the carrier. */
  @DateOnly() pickup_date: string | null;
  /** The carrier's delivery date, or `transit_days` business days after pickup. */
  @DateOnly() estimated_delivery_date: string | null;
  /** The transit time as text. */
  delivery_estimate: string;
  /** The carrier's terminal for the pickup. */
  origin_terminal: string | null;
  /** The carrier's terminal for the delivery. */
  destination_terminal: string | null;
  /** Pickup location. */
  origin: CityDto;
  /** Delivery location. */
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
  /** Services that the price includes: the requested ones, and those that items, saved addresses and `limited_access` require. */
  accessorials: AccessorialsDto;
  /** Types of limited access at pickup and delivery, if given. */
  limited_access: LimitedAccessDto;
  /** Declared value of the goods in cents. */
  @Int() declared_value_cents: number | null;
  /** Likely differences between the quote and the carrier's bill. */
  warnings: QuoteWarningDto[];
  /** When the quote expires, ISO 8601 in UTC. */
  @Time() expires_at: string;
  /** When the quote was created, ISO 8601 in UTC. */
  @Time() created_at: string;
}

@ApiSchema({ description: 'The result of one carrier for a rate request.' })
export class CarrierResultDto {
  /** The carrier's name. */
  carrier: string;
  /** The carrier's SCAC. */
  scac: string;
  /** The outcome. `excluded`: the organization’s rate shopping rules exclude the carrier. */
  @OneOf(CARRIER_OUTCOMES) status: CarrierOutcome;
  /** Why there is no rate; null if there is one. */
  reason: string | null;
  /** Response time of the carrier in milliseconds. */
  @Int() duration_ms: number;
  /** The service levels that the carrier did not rate, with the carrier's reasons. Empty if it rated all of them. */
  warnings: string[];
}

@ApiSchema({ description: 'Fields of a quote group besides its quotes.' })
export class QuoteGroupDto {
  /** The id that all quotes of a rate request share. */
  quote_group_id: string;
  /** Likely differences between the quotes and the carriers' bills. Each quote has them too. */
  warnings: QuoteWarningDto[];
}

@ApiSchema({ description: 'Fields of the response to a rate request besides its quotes.' })
export class RatedGroupDto extends QuoteGroupDto {
  /** The result of each carrier. */
  carrier_results: CarrierResultDto[];
}
