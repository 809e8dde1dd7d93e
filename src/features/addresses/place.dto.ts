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

/** A time of the day at the place: `08:30`. */
function TimeOfDay(options: FieldOptions, ...rules: PropertyDecorator[]): PropertyDecorator {
  const says = Matches(TIME, { message: '$property must be a time such as 08:30' });
  return field(options, { type: String, pattern: TIME.source }, says, ...rules);
}

@ApiSchema({ description: 'When a place is open, in its own time.' })
export class HoursDto {
  /** From when, `HH:MM`. */
  @TimeOfDay({ example: '08:00' })
  open: string;
  /** Until when, `HH:MM`, the same day. */
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
    'The services a place calls for, by their keys of a quote request; those of the side it is used at apply.',
})
export class PlaceAccessorialsDto extends PickType(AccessorialsDto, PLACE_ACCESSORIAL_NAMES) {}
