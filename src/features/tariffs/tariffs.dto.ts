import { ApiSchema } from '@nestjs/swagger';
import { DateOnly, Int, Kind, Time } from '../../platform/http/contract/response-fields.js';
import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
import { crossFieldRule, Email, ListOf, Percent, Text, Whole } from '../../platform/http/contract/fields.js';
import { ScacFilter } from '../../platform/http/contract/filters.js';
import { DayField } from '../../platform/http/contract/dates.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import type { FreightClass } from '../../domain/freight-classes.js';
import type { AccessorialPrice, FuelStep, TransitLane } from '../carriers/rating/price-by-tariff.js';
import {
  AccessorialSchedule,
  ApiAccessorialSchedule,
  ApiFakMap,
  FakMap,
  LanePoint,
  MAX_FEE_CENTS,
  Scac,
} from './tariff-fields.js';

const clearable = { optional: true, nullable: true };
const MAX_FUEL_STEPS = 1_000;
const MAX_TRANSIT_LANES = 5_000;

@RejectUnknownFields()
@ApiSchema({ description: 'The fuel surcharge from a day until the next entry starts.' })
export class FuelStepDto implements FuelStep {
  /** First pickup day. */
  @DayField({ example: '2026-01-01' })
  from: string;
  /** Percent of the linehaul. */
  @Percent({ example: 31.5 })
  percent: number;
}

@RejectUnknownFields()
@ApiSchema({ description: 'The transit time of a lane.' })
export class TransitLaneDto implements TransitLane {
  /** Origin: the first three digits of a ZIP, a state, or `US`. */
  @LanePoint({ example: '900' })
  origin: string;
  /** Destination: the first three digits of a ZIP, a state, or `US`. */
  @LanePoint({ example: 'IL' })
  destination: string;
  /** Business days from pickup to delivery. */
  @Whole(0, 365, { example: 4 })
  days: number;
}

class TariffFieldsDto {
  /** First pickup day of the tariff. Default: no start. */
  @DayField({ ...clearable, example: '2026-01-01' })
  effective_from?: string | null;
  /** Last pickup day of the tariff. Default: no end. */
  @DayField({ ...clearable, example: '2026-12-31' })
  effective_to?: string | null;
  /** Percent off the linehaul. The lane's minimum is never discounted. */
  @Percent({ optional: true, max: 100, example: 72.5 })
  discount_percent?: number;
  /** Minimum linehaul of every lane, in cents. A higher minimum of the lane takes precedence. */
  @Whole(0, MAX_FEE_CENTS, { optional: true, example: 9500 })
  minimum_cents?: number;
  /** Fuel surcharge in percent of the linehaul. Conflicts with `fuel_table`. */
  @Percent({ ...clearable, example: 31.5 })
  fuel_percent?: number | null;
  /** Fuel surcharge by pickup day. Shipments before the first day get no price. */
  @ListOf(FuelStepDto, { optional: true, max: MAX_FUEL_STEPS })
  @crossFieldRule('eachDayOnce', hasUniqueDays, 'each `from` of $property must be unique')
  fuel_table?: FuelStepDto[];
  /** Freight all kinds: the class billed for a class. */
  @FakMap({ optional: true })
  fak?: Partial<Record<FreightClass, FreightClass>>;
  /** Prices of services by NMFTA eBOL code. The tariff declines services without a price. */
  @AccessorialSchedule({ optional: true })
  accessorials?: Record<string, AccessorialPrice>;
  /** Business days in transit for lanes without an entry in `transit`. Default: estimated from the distance. */
  @Whole(0, 365, { ...clearable, example: 4 })
  transit_days?: number | null;
  /** Business days in transit by lane. The most specific lane applies. */
  @ListOf(TransitLaneDto, { optional: true, max: MAX_TRANSIT_LANES })
  @crossFieldRule('eachLaneOnce', hasUniqueLanes, 'each lane of $property must be unique')
  transit?: TransitLaneDto[];
  /** The carrier’s email address for tenders. Booking a new quote of the tariff sends a tender there. Without it, booked shipments wait for `confirm`. */
  @Email({ ...clearable, example: 'dispatch@acme-freight.example' })
  tender_email?: string | null;
}

@ApiSchema({ description: 'A new tariff. Upload its rates as a file.' })
export class CreateTariffDto extends TariffFieldsDto {
  /** Name of the tariff; quotes show it as the service level. */
  @Text({ example: 'Acme Freight 2026' })
  name: string;
  /** The carrier’s SCAC, in the directory or not. */
  @Scac()
  scac: string;
  /** Name of the carrier. Default: the SCAC. */
  @Text({ optional: true, min: 1, example: 'Acme Freight' })
  carrier_name?: string;
}

@ApiSchema({
  description:
    'Changes of a tariff. Absent fields stay, null clears. Maps and tables are replaced as a whole.',
})
export class UpdateTariffDto extends TariffFieldsDto {
  /** Name of the tariff; quotes show it as the service level. */
  @Text({ optional: true, min: 1, example: 'Acme Freight 2026' })
  name?: string;
  /** The carrier’s SCAC, in the directory or not. */
  @Scac({ optional: true })
  scac?: string;
  /** Name of the carrier. */
  @Text({ optional: true, min: 1, example: 'Acme Freight' })
  carrier_name?: string;
}

export class TariffListQuery extends TwoWayPageQuery {
  /** Only tariffs of the carrier with this SCAC. */
  @ScacFilter()
  scac?: string;
}

@ApiSchema({ description: 'Contract prices with a carrier, without the rates.' })
export class TariffDto {
  /** Always `tariff`. */
  @Kind('tariff')
  object: 'tariff';
  /** The tariff's id. */
  @Int()
  id: number;
  /** Name of the tariff. */
  name: string;
  /** The carrier's SCAC. */
  scac: string;
  /** Name of the carrier. */
  carrier_name: string;
  /** First pickup day. */
  @DateOnly()
  effective_from: string | null;
  /** Last pickup day. */
  @DateOnly()
  effective_to: string | null;
  /** Percent off the linehaul. */
  discount_percent: number;
  /** Minimum linehaul of every lane, in cents. */
  @Int()
  minimum_cents: number;
  /** Fuel surcharge in percent of the linehaul. */
  fuel_percent: number | null;
  /** Fuel surcharge by pickup day. */
  fuel_table: FuelStepDto[];
  /** Freight all kinds: the class that is billed for each listed class. */
  @ApiFakMap()
  fak: Partial<Record<FreightClass, FreightClass>>;
  /** Prices of services by NMFTA eBOL code. */
  @ApiAccessorialSchedule()
  accessorials: Record<string, AccessorialPrice>;
  /** Business days in transit for lanes without an entry in `transit`. */
  @Int()
  transit_days: number | null;
  /** Business days in transit by lane. */
  transit: TransitLaneDto[];
  /** The carrier’s email address for tenders. */
  tender_email: string | null;
  /** Number of rates. */
  @Int()
  rate_count: number;
  /** When the rates were last replaced, ISO 8601 in UTC. */
  @Time()
  rates_updated_at: string | null;
  /** When the tariff was created, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When the tariff or its rates last changed, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}

@ApiSchema({ description: 'A deleted tariff.' })
export class DeletedTariffDto {
  /** Always `tariff`. */
  @Kind('tariff')
  object: 'tariff';
  /** The tariff's id. */
  @Int()
  id: number;
  /** Always true. */
  deleted: boolean;
}

function hasUniqueDays(steps: unknown): boolean {
  return hasUniqueKeys<FuelStep>(steps, (step) => step?.from);
}

function hasUniqueLanes(lanes: unknown): boolean {
  return hasUniqueKeys<TransitLane>(lanes, (lane) => lane && `${lane.origin} ${lane.destination}`);
}

/** Accepts values that other rules reject, because every rule of a field runs. */
function hasUniqueKeys<T>(rows: unknown, toKey: (row: T | null) => unknown): boolean {
  return !Array.isArray(rows) || new Set((rows as (T | null)[]).map(toKey)).size === rows.length;
}
