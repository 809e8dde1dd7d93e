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
@ApiSchema({ description: 'The fuel surcharge from a day on, until the next entry begins.' })
export class FuelStepDto implements FuelStep {
  /** The first day of pickup it holds for. */
  @DayField({ example: '2026-01-01' })
  from: string;
  /** Percent of the linehaul. */
  @Percent({ example: 31.5 })
  percent: number;
}

@RejectUnknownFields()
@ApiSchema({ description: 'How long freight is under way on a lane.' })
export class TransitLaneDto implements TransitLane {
  /** Where it begins: the first three digits of a ZIP, a state, or `US`. */
  @LanePoint({ example: '900' })
  origin: string;
  /** Where it ends: the first three digits of a ZIP, a state, or `US`. */
  @LanePoint({ example: 'IL' })
  destination: string;
  /** Business days from pickup to delivery. */
  @Whole(0, 365, { example: 4 })
  days: number;
}

/** What a tariff can have beside its name and its carrier. */
class TariffFieldsDto {
  /** The first day of pickup it holds for; without one it holds already. */
  @DayField({ ...clearable, example: '2026-01-01' })
  effective_from?: string | null;
  /** The last day of pickup it holds for; without one it holds on. */
  @DayField({ ...clearable, example: '2026-12-31' })
  effective_to?: string | null;
  /** Percent off the linehaul. The lane's minimum is never discounted. */
  @Percent({ optional: true, max: 100, example: 72.5 })
  discount_percent?: number;
  /** The least that the linehaul of any lane costs, in cents; a lane’s own minimum counts where it is more. */
  @Whole(0, MAX_FEE_CENTS, { optional: true, example: 9500 })
  minimum_cents?: number;
  /** Fuel surcharge in percent of the linehaul, whenever the pickup is. Not beside a `fuel_table`. */
  @Percent({ ...clearable, example: 31.5 })
  fuel_percent?: number | null;
  /** The fuel surcharge by the day of pickup. A shipment before its first day has no price. */
  @ListOf(FuelStepDto, { optional: true, max: MAX_FUEL_STEPS })
  @crossFieldRule('eachDayOnce', hasUniqueDays, 'each `from` of $property must stand there once')
  fuel_table?: FuelStepDto[];
  /** Freight of all kinds: the class that is billed for a class. */
  @FakMap({ optional: true })
  fak?: Partial<Record<FreightClass, FreightClass>>;
  /** What services cost, by NMFTA eBOL code. One that isn’t there is declined. */
  @AccessorialSchedule({ optional: true })
  accessorials?: Record<string, AccessorialPrice>;
  /** Business days under way, where `transit` has no lane; without both they are estimated from the distance. */
  @Whole(0, 365, { ...clearable, example: 4 })
  transit_days?: number | null;
  /** Business days under way, lane by lane; the most exact lane counts. */
  @ListOf(TransitLaneDto, { optional: true, max: MAX_TRANSIT_LANES })
  @crossFieldRule('eachLaneOnce', hasUniqueLanes, 'each lane of $property must stand there once')
  transit?: TransitLaneDto[];
  /** The address at which the carrier takes tenders: what is quoted from then on is tendered there when it is booked. Without one a booked shipment waits for `confirm`. */
  @Email({ ...clearable, example: 'dispatch@acme-freight.example' })
  tender_email?: string | null;
}

@ApiSchema({ description: 'A tariff to be saved; its rates come with a file.' })
export class CreateTariffDto extends TariffFieldsDto {
  /** What you call it; its quotes have it as their service level. */
  @Text({ example: 'Acme Freight 2026' })
  name: string;
  /** The carrier’s SCAC, in the directory or not. */
  @Scac()
  scac: string;
  /** What you call the carrier; the SCAC when it is left out. */
  @Text({ optional: true, min: 1, example: 'Acme Freight' })
  carrier_name?: string;
}

@ApiSchema({
  description:
    'What is to change; what is left out stays, null clears. Maps and tables are replaced as a whole.',
})
export class UpdateTariffDto extends TariffFieldsDto {
  /** What you call it; its quotes have it as their service level. */
  @Text({ optional: true, min: 1, example: 'Acme Freight 2026' })
  name?: string;
  /** The carrier’s SCAC, in the directory or not. */
  @Scac({ optional: true })
  scac?: string;
  /** What you call the carrier. */
  @Text({ optional: true, min: 1, example: 'Acme Freight' })
  carrier_name?: string;
}

export class TariffListQuery extends TwoWayPageQuery {
  /** Only tariffs of the carrier with this SCAC. */
  @ScacFilter()
  scac?: string;
}

@ApiSchema({ description: 'The prices agreed on with a carrier. Its rates are a file of their own.' })
export class TariffDto {
  /** Always `tariff`. */
  @Kind('tariff')
  object: 'tariff';
  /** The tariff's id. */
  @Int()
  id: number;
  /** What you call it. */
  name: string;
  /** The carrier's SCAC. */
  scac: string;
  /** What you call the carrier. */
  carrier_name: string;
  /** The first day of pickup it holds for. */
  @DateOnly()
  effective_from: string | null;
  /** The last day of pickup it holds for. */
  @DateOnly()
  effective_to: string | null;
  /** Percent off the linehaul. */
  discount_percent: number;
  /** The least that the linehaul of any lane costs, in cents. */
  @Int()
  minimum_cents: number;
  /** Fuel surcharge in percent of the linehaul. */
  fuel_percent: number | null;
  /** The fuel surcharge by the day of pickup. */
  fuel_table: FuelStepDto[];
  /** The class that is billed for a class. */
  @ApiFakMap()
  fak: Partial<Record<FreightClass, FreightClass>>;
  /** What services cost, by NMFTA eBOL code. */
  @ApiAccessorialSchedule()
  accessorials: Record<string, AccessorialPrice>;
  /** Business days under way, where `transit` has no lane. */
  @Int()
  transit_days: number | null;
  /** Business days under way, lane by lane. */
  transit: TransitLaneDto[];
  /** The address at which the carrier takes tenders. */
  tender_email: string | null;
  /** How many rows of rates it has. */
  @Int()
  rate_count: number;
  /** When the rates were replaced last, ISO 8601 in UTC. */
  @Time()
  rates_updated_at: string | null;
  /** When the tariff was saved, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When the tariff or its rates changed last, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}

@ApiSchema({ description: 'That a tariff is gone.' })
export class DeletedTariffDto {
  /** Always `tariff`. */
  @Kind('tariff')
  object: 'tariff';
  /** The id it had. */
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

/** Also of rows that other rules refuse: all of a field's rules are asked. */
function hasUniqueKeys<T>(rows: unknown, keyOf: (row: T | null) => unknown): boolean {
  return !Array.isArray(rows) || new Set((rows as (T | null)[]).map(keyOf)).size === rows.length;
}
