import { ApiSchema, PickType } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { AccessorialsDto } from '../../platform/http/contract/accessorials.dto.js';
import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
import { crossFieldRule, field, type FieldOptions } from '../../platform/http/contract/fields.js';
import { PLACE_ACCESSORIAL_NAMES } from './place-accessorials.js';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

function isTime(value: unknown): value is string {
  return typeof value === 'string' && TIME.test(value);
}

/** Declares a body field for a local time such as `08:30`. */
function TimeOfDay(options: FieldOptions, ...rules: PropertyDecorator[]): PropertyDecorator {
  const matches = Matches(TIME, { message: '$property must be a time such as 08:30' });
  return field(options, { type: String, pattern: TIME.source }, matches, ...rules);
}

@ApiSchema({ description: 'Opening hours in the local time of the place.' })
export class HoursDto {
  /** Opening time, `HH:MM`. */
  @TimeOfDay({ example: '08:00' }) open: string;
  /** Closing time, `HH:MM`, on the same day. */
  @TimeOfDay(
    { example: '16:30' },
    crossFieldRule(
      'afterOpen',
      (close, { open }) => !isTime(close) || !isTime(open) || close > open,
      '$property must be later than open',
    ),
  )
  close: string;
}

@RejectUnknownFields()
@ApiSchema({
  description:
    'The accessorials that a location requires, with the same keys as in a quote request. For a pickup address, only pickup accessorials apply; for a delivery address, only delivery accessorials.',
})
export class PlaceAccessorialsDto extends PickType(AccessorialsDto, PLACE_ACCESSORIAL_NAMES) {}
