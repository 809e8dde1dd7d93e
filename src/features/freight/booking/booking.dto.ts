import { ApiSchema } from '@nestjs/swagger';
import { RejectUnknownFields } from '../../../platform/http/contract/reject-unknown-fields.js';
import { Flag, Nested, Text } from '../../../platform/http/contract/fields.js';
import { DayField } from '../../../platform/http/contract/dates.js';
import { PickupWindowDto } from '../record/pickup.dto.js';
import { QuotedFieldsDto } from '../record/compared-fields.js';

@RejectUnknownFields()
@ApiSchema({ description: 'Pickup date and window. Every field is optional.' })
export class BookFreightDto extends QuotedFieldsDto {
  /**
   * Pickup day; defaults to the day of the draft. On a weekend or a holiday of the carrier, the pickup moves to the
   * next business day, with a warning.
   */
  @DayField({ optional: true, nullable: true, example: '2026-11-24' }) ship_date?: string | null;
  /** True keeps the pickup day even if the carrier is closed or `PICKUP_CUTOFF` has passed. The shipment then has the warning `ship_date_forced` if the carrier is closed. */
  @Flag({ optional: true }) force_ship_date?: boolean;
  /** Pickup window. */
  @Nested(PickupWindowDto, { optional: true, nullable: true }) pickup?: PickupWindowDto | null;
}

@ApiSchema({ description: 'PRO number that the carrier assigned to the shipment.' })
export class ConfirmFreightDto {
  /** The carrier's PRO number; spaces and dashes are dropped. */
  @Text({ max: 50, example: '123456785' }) pro_number: string;
  /** The carrier's pickup number, if any. */
  @Text({ optional: true, nullable: true, min: 1, max: 50 }) pickup_confirmation?: string | null;
}
