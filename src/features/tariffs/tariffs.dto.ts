import { ApiSchema } from '@nestjs/swagger';
import {
  DateOnly,
  Int,
  Kind,
  NullableDays,
  OneOf,
  Time,
} from '../../platform/http/contract/response-fields.js';
import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
import {
  Choice,
  crossFieldRule,
  Email,
  ListOf,
  Nested,
  Percent,
  Text,
  Whole,
} from '../../platform/http/contract/fields.js';
import { ScacFilter } from '../../platform/http/contract/filters.js';
import { DayField, DayList } from '../../platform/http/contract/dates.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { MAX_HOLIDAYS } from '../carriers/pickup-calendar.js';
import { CURRENCIES, type Currency } from '../../domain/currencies.js';
import type { FreightClass } from '../../domain/freight-classes.js';
import type {
  AccessorialPrice,
  FuelStep,
  OverlengthFee,
  TransitLane,
} from '../carriers/rating/price-by-tariff.js';
import {
  AccessorialSchedule,
  ApiAccessorialSchedule,
  ApiFakMap,
  FakMap,
  MAX_FEE_CENTS,
  Scac,
} from './tariff-fields.js';
import { ON_PICKUP_CHANGE, type OnPickupChange } from './tariff.entity.js';
import {
  FuelStepDto,
  LiabilityDto,
  OverlengthFeeDto,
  SetLiabilityDto,
  SetTariffLimitsDto,
  TariffLimitsDto,
  TransitLaneDto,
} from './tariff-terms.dto.js';

const clearable = { optional: true, nullable: true };
const MAX_FUEL_STEPS = 1_000;
const MAX_OVERLENGTH_FEES = 20;
const MAX_TRANSIT_LANES = 5_000;

class TariffFieldsDto {
  /** First pickup day of the tariff. Default: no start. */
  @DayField({ ...clearable, example: '2026-01-01' }) effective_from?: string | null;
  /** Last pickup day of the tariff. Default: no end. */
  @DayField({ ...clearable, example: '2026-12-31' }) effective_to?: string | null;
  /** Currency of all amounts and rates of the tariff. Quotes use it too. Default: `USD`. */
  @Choice(CURRENCIES, { optional: true }) currency?: Currency;
  /** Percent off the linehaul. The lane's minimum is never discounted. */
  @Percent({ optional: true, max: 100, example: 72.5 }) discount_percent?: number;
  /** Minimum linehaul of every lane, in cents. A higher minimum of the lane takes precedence. */
  @Whole(0, MAX_FEE_CENTS, { optional: true, example: 9500 }) minimum_cents?: number;
  /** Fuel surcharge as a percentage of the linehaul. Cannot be combined with `fuel_table`. */
  @Percent({ ...clearable, example: 31.5 }) fuel_percent?: number | null;
  /** Fuel surcharge by pickup day. Shipments picked up before the first day get no price. */
  @ListOf(FuelStepDto, { optional: true, max: MAX_FUEL_STEPS })
  @crossFieldRule('eachDayOnce', hasUniqueDays, 'each `from` of $property must be unique')
  fuel_table?: FuelStepDto[];
  /** Freight all kinds (FAK): the class that is billed instead of the actual class. */
  @FakMap({ optional: true }) fak?: Partial<Record<FreightClass, FreightClass>>;
  /** Prices of services by NMFTA eBOL code. The tariff declines services without a price. */
  @AccessorialSchedule({ optional: true }) accessorials?: Record<string, AccessorialPrice>;
  /**
   * Overlength fees by length of the longest handling unit. If several fees match, the one with the highest
   * `over_inches` applies. These fees replace the price of `OVR`.
   */
  @ListOf(OverlengthFeeDto, { optional: true, max: MAX_OVERLENGTH_FEES })
  @crossFieldRule('eachLengthOnce', hasUniqueLengths, 'each `over_inches` of $property must be unique')
  overlength?: OverlengthFeeDto[];
  /** Terms for declared values. Without them, quotes with a declared value have the warning `declared_value_not_priced`. */
  @Nested(SetLiabilityDto, clearable) liability?: SetLiabilityDto | null;
  /** Limits of a shipment. An omitted limit keeps its value, or gets its default if the tariff had no limits. Null removes all limits. */
  @Nested(SetTariffLimitsDto, clearable) limits?: SetTariffLimitsDto | null;
  /** Business days in transit for lanes without an entry in `transit`. Default: estimated from the distance. */
  @Whole(0, 365, { ...clearable, example: 4 }) transit_days?: number | null;
  /** Transit days by lane, in business days. The most specific lane applies. */
  @ListOf(TransitLaneDto, { optional: true, max: MAX_TRANSIT_LANES })
  @crossFieldRule('eachLaneOnce', hasUniqueLanes, 'each lane of $property must be unique')
  transit?: TransitLaneDto[];
  /**
   * Specifies what happens if a pickup moves outside the tariff's dates or to a day with a different fuel surcharge.
   * `warn`: the quoted price stays, with the warning `pickup_changes_price`. `rerate`: the tariff in effect on that day
   * prices the shipment again, and the difference becomes an adjustment. `refuse`: 422 `pickup_changes_price`. Default:
   * `warn`.
   */
  @Choice(ON_PICKUP_CHANGE, { optional: true }) on_pickup_change?: OnPickupChange;
  /**
   * The days when the carrier is closed, besides weekends. They replace the default holidays of LTL carriers; an empty
   * list means none. Null restores the default.
   */
  @DayList(MAX_HOLIDAYS, { ...clearable, example: ['2026-11-26', '2026-12-25'] }) holidays?: string[] | null;
  /** The carrier’s email address for tenders. When you book a new quote from the tariff, Lading sends a tender to this address. Without an address, booked shipments wait for `confirm`. */
  @Email({ ...clearable, example: 'dispatch@acme-freight.example' }) tender_email?: string | null;
}

@RejectUnknownFields()
@ApiSchema({ description: 'A new tariff. Upload its rates as a file.' })
export class CreateTariffDto extends TariffFieldsDto {
  /** Name of the tariff; quotes show it as the service level. */
  @Text({ example: 'Acme Freight 2026' }) name: string;
  /** The carrier’s SCAC, in the directory or not. */
  @Scac() scac: string;
  /** Name of the carrier. Default: the SCAC. */
  @Text({ optional: true, min: 1, example: 'Acme Freight' }) carrier_name?: string;
}

@RejectUnknownFields(() => TariffDto)
@ApiSchema({
  description:
    'Changes to a tariff. Omitted fields keep their values; null clears a field. Maps and tables are replaced as a whole.',
})
export class UpdateTariffDto extends TariffFieldsDto {
  /** Name of the tariff; quotes show it as the service level. */
  @Text({ optional: true, min: 1, example: 'Acme Freight 2026' }) name?: string;
  /** The carrier’s SCAC, in the directory or not. */
  @Scac({ optional: true }) scac?: string;
  /** Name of the carrier. */
  @Text({ optional: true, min: 1, example: 'Acme Freight' }) carrier_name?: string;
}

export class TariffListQuery extends TwoWayPageQuery {
  /** Only tariffs of the carrier with this SCAC. */
  @ScacFilter() scac?: string;
}

@ApiSchema({ description: 'Contract prices with a carrier, without the rates.' })
export class TariffDto {
  /** Always `tariff`. */
  @Kind('tariff') object: 'tariff';
  /** The tariff's id. */
  @Int() id: number;
  /** Name of the tariff. */
  name: string;
  /** The carrier's SCAC. */
  scac: string;
  /** Name of the carrier. */
  carrier_name: string;
  /** First pickup day. */
  @DateOnly() effective_from: string | null;
  /** Last pickup day. */
  @DateOnly() effective_to: string | null;
  /** Currency of all amounts and rates. */
  @OneOf(CURRENCIES) currency: Currency;
  /** Percent off the linehaul. */
  discount_percent: number;
  /** Minimum linehaul of every lane, in cents. */
  @Int() minimum_cents: number;
  /** Fuel surcharge as a percentage of the linehaul. */
  fuel_percent: number | null;
  /** Fuel surcharge by pickup day. */
  fuel_table: FuelStepDto[];
  /** Freight all kinds: the class that is billed for each listed class. */
  @ApiFakMap() fak: Partial<Record<FreightClass, FreightClass>>;
  /** Prices of services by NMFTA eBOL code. */
  @ApiAccessorialSchedule() accessorials: Record<string, AccessorialPrice>;
  /** Overlength fees by the longest handling unit. */
  overlength: OverlengthFeeDto[];
  /** Terms for declared values. Absent if the tariff has none. */
  liability?: LiabilityDto;
  /** Limits of a shipment. Absent if the tariff has none. */
  limits?: TariffLimitsDto;
  /** Business days in transit for lanes without an entry in `transit`. */
  @Int() transit_days: number | null;
  /** Business days in transit by lane. */
  transit: TransitLaneDto[];
  /** Specifies what happens if a pickup moves to a day with a different price. */
  @OneOf(ON_PICKUP_CHANGE) on_pickup_change: OnPickupChange;
  /** The days when the carrier is closed, besides weekends. Null: the default holidays of LTL carriers. */
  @NullableDays() holidays: string[] | null;
  /** The carrier’s email address for tenders. */
  tender_email: string | null;
  /** Number of rates. */
  @Int() rate_count: number;
  /** When the rates were last replaced, ISO 8601 in UTC. */
  @Time() rates_updated_at: string | null;
  /** When the tariff was created, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** When the tariff or its rates last changed, ISO 8601 in UTC. */
  @Time() updated_at: string;
}

@ApiSchema({ description: 'A deleted tariff.' })
export class DeletedTariffDto {
  /** Always `tariff`. */
  @Kind('tariff') object: 'tariff';
  /** The tariff's id. */
  @Int() id: number;
  /** Always true. */
  deleted: boolean;
}

function hasUniqueDays(steps: unknown): boolean {
  return hasUniqueKeys<FuelStep>(steps, (step) => step?.from);
}

function hasUniqueLengths(fees: unknown): boolean {
  return hasUniqueKeys<OverlengthFee>(fees, (fee) => fee?.over_inches);
}

function hasUniqueLanes(lanes: unknown): boolean {
  return hasUniqueKeys<TransitLane>(lanes, (lane) => lane && `${lane.origin} ${lane.destination}`);
}

/** Accepts values that other rules reject, because every rule of a field runs. */
function hasUniqueKeys<T>(rows: unknown, toKey: (row: T | null) => unknown): boolean {
  return !Array.isArray(rows) || new Set((rows as (T | null)[]).map(toKey)).size === rows.length;
}
