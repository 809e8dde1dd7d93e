import { ApiSchema } from '@nestjs/swagger';
import { DayField } from '../../platform/http/contract/dates.js';
import { Nested, Percent, Whole } from '../../platform/http/contract/fields.js';
import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
import { Int } from '../../platform/http/contract/response-fields.js';
import type { Liability } from '../carriers/rating/declared-value.js';
import type { FuelStep, OverlengthFee, TransitLane } from '../carriers/rating/price-by-tariff.js';
import type { CubicCapacity, TariffLimits } from '../carriers/rating/tariff-limits.js';
import { LanePoint, MAX_FEE_CENTS } from './tariff-fields.js';

const clearable = { optional: true, nullable: true };

@RejectUnknownFields()
@ApiSchema({ description: 'The fuel surcharge from this pickup day until the first day of the next entry.' })
export class FuelStepDto implements FuelStep {
  /** First pickup day. */
  @DayField({ example: '2026-01-01' }) from: string;
  /** Percent of the linehaul. */
  @Percent({ example: 31.5 }) percent: number;
}

@RejectUnknownFields()
@ApiSchema({ description: 'The transit time of a lane.' })
export class TransitLaneDto implements TransitLane {
  /** Origin: the first three digits of a ZIP, a state, or `US`. */
  @LanePoint({ example: '900' }) origin: string;
  /** Destination: the first three digits of a ZIP, a state, or `US`. */
  @LanePoint({ example: 'IL' }) destination: string;
  /** Business days from pickup to delivery. */
  @Whole(0, 365, { example: 4 }) days: number;
}

@RejectUnknownFields()
@ApiSchema({
  description: 'The fee for a shipment whose longest handling unit is longer than `over_inches`.',
})
export class OverlengthFeeDto implements OverlengthFee {
  /** Length in inches. The fee applies to longer handling units. */
  @Whole(1, 1_200, { example: 96 }) over_inches: number;
  /** Fee in cents, once per shipment. */
  @Whole(0, MAX_FEE_CENTS, { example: 12_500 }) flat_cents: number;
}

@RejectUnknownFields()
@ApiSchema({ description: 'The declared value that the linehaul covers, and the charge for a higher one.' })
export class SetLiabilityDto {
  /** Released value in cents per pound. */
  @Whole(0, 100_000, { example: 2_500 }) released_cents_per_lb: number;
  /** Cents for each $100 of declared value, or part of it, above the released value. Null: the tariff declines a higher value. */
  @Whole(0, 10_000, { ...clearable, example: 85 }) excess_cents_per_100?: number | null;
}

@RejectUnknownFields()
@ApiSchema({
  description:
    'A shipment above this volume and below this density is rated at a weight of its cubic feet times ' +
    '`below_density`, in pounds.',
})
export class CubicCapacityDto implements CubicCapacity {
  /** Volume in cubic feet. */
  @Whole(1, 10_000, { example: 750 }) over_cubic_feet: number;
  /** Density in pounds per cubic foot. */
  @Whole(1, 100, { example: 6 }) below_density: number;
}

@RejectUnknownFields()
@ApiSchema({ description: 'The largest shipment that the tariff prices. Set a limit to null to remove it.' })
export class SetTariffLimitsDto {
  /** Maximum weight in pounds. Default: 20,000. */
  @Whole(1, 1_000_000, { ...clearable, example: 20_000 }) max_weight?: number | null;
  /** Maximum linear feet of trailer floor. Default: 20. */
  @Whole(1, 1_000, { ...clearable, example: 20 }) max_linear_feet?: number | null;
  /** Maximum number of pallets and skids. Default: 10. */
  @Whole(1, 10_000, { ...clearable, example: 10 }) max_pallets?: number | null;
  /** Default: above 750 cubic feet and below 6 lb per cubic foot. */
  @Nested(CubicCapacityDto, clearable) cubic_capacity?: CubicCapacityDto | null;
}

@ApiSchema({ description: 'The declared value that the linehaul covers, and the charge for a higher one.' })
export class LiabilityDto implements Liability {
  /** Released value in cents per pound. */
  @Int() released_cents_per_lb: number;
  /** Cents for each $100 of declared value, or part of it, above the released value. Null: the tariff declines a higher value. */
  @Int() excess_cents_per_100: number | null;
}

@ApiSchema({
  description: 'The largest shipment that the tariff prices. A null or absent limit does not apply.',
})
export class TariffLimitsDto implements Omit<TariffLimits, 'cubic_capacity'> {
  /** Maximum weight in pounds. */
  @Int() max_weight: number | null;
  /** Maximum linear feet of trailer floor. */
  @Int() max_linear_feet: number | null;
  /** Maximum number of pallets and skids. */
  @Int() max_pallets: number | null;
  /** A shipment above this volume and below this density is rated at that density. Absent without such a limit. */
  cubic_capacity?: CubicCapacityDto;
}
