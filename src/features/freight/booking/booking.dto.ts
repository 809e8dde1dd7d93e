import { ApiSchema } from '@nestjs/swagger';
import { RejectUnknownFields } from '../../../platform/http/contract/reject-unknown-fields.js';
import { Nested, Text } from '../../../platform/http/contract/fields.js';
import { DayField } from '../../../platform/http/contract/dates.js';
import { PickupWindowDto } from '../record/pickup.dto.js';
import { QuotedFieldsDto } from '../record/immutable-fields.js';

@RejectUnknownFields()
@ApiSchema({ description: 'When the freight is to be picked up; each part may be left out.' })
export class BookFreightDto extends QuotedFieldsDto {
  /** The day of pickup; the draft’s by default. A weekend or a holiday moves to the next business day, with a warning. */
  @DayField({ optional: true, nullable: true, example: '2026-11-24' })
  ship_date?: string | null;
  /** From when to when a driver may come. */
  @Nested(PickupWindowDto, { optional: true, nullable: true })
  pickup?: PickupWindowDto | null;
}

@ApiSchema({ description: 'What a carrier without a booking API told the shipper.' })
export class ConfirmFreightDto {
  /** The carrier's PRO number; spaces and dashes are dropped. */
  @Text({ max: 50, example: '123456785' })
  pro_number: string;
  /** The carrier's number for the pickup, when it gave one. */
  @Text({ optional: true, nullable: true, min: 1, max: 50 })
  pickup_confirmation?: string | null;
}
