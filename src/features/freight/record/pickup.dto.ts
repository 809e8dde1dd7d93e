import { ApiSchema } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { OneOf } from '../../../platform/http/contract/response-fields.js';
import { RejectUnknownFields } from '../../../platform/http/contract/reject-unknown-fields.js';
import { crossFieldRule, field, Text, type FieldOptions } from '../../../platform/http/contract/fields.js';
import { DayField } from '../../../platform/http/contract/dates.js';
import { PICKUP_STATUSES, type PickupStatus } from './freight-states.js';

const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A time of day at the place of pickup, `HH:MM`. */
function LocalTime(options: FieldOptions, ...rules: PropertyDecorator[]): PropertyDecorator {
  return field(
    options,
    { type: String, pattern: TIME_PATTERN.source },
    IsString(),
    Matches(TIME_PATTERN, { message: '$property must be a time of day such as 09:30' }),
    ...rules,
  );
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && TIME_PATTERN.test(value);
}

/** Closing comes after the freight is ready. */
const AfterReady = crossFieldRule(
  'afterReady',
  (close, { ready_time: ready }) => !isTime(close) || !isTime(ready) || close > ready,
  '$property must be later than ready_time',
);

const clearable = { optional: true, nullable: true };

@RejectUnknownFields()
@ApiSchema({ description: 'When a driver may come, by the clock at the origin.' })
export class PickupWindowDto {
  /** When the freight is ready. */
  @LocalTime({ example: '09:00' })
  ready_time: string;
  /** Until when a driver is let in. */
  @LocalTime({ example: '16:30' }, AfterReady)
  close_time: string;
  /** Whom the driver asks for; the party of `ship_from` by default. */
  @Text({ ...clearable, example: 'Ann Lee' })
  contact?: string | null;
  /** Phone number at the dock. */
  @Text({ ...clearable, max: 40, example: '555-222-6666' })
  phone?: string | null;
  /** For the driver. */
  @Text({ ...clearable, max: 1_000, example: 'Dock 4, ring twice' })
  instructions?: string | null;
}

@RejectUnknownFields()
@ApiSchema({ description: 'What is to be different about a pickup; what is left out stays.' })
export class ChangePickupDto {
  /** The day. A weekend or a holiday moves to the next business day, with a warning. */
  @DayField({ optional: true, example: '2026-11-24' })
  date?: string;
  /** When the freight is ready. */
  @LocalTime({ optional: true, example: '09:00' })
  ready_time?: string;
  /** Until when a driver is let in. */
  @LocalTime({ optional: true, example: '16:30' }, AfterReady)
  close_time?: string;
  /** Whom the driver asks for. */
  @Text(clearable)
  contact?: string | null;
  /** Phone number at the dock. */
  @Text({ ...clearable, max: 40 })
  phone?: string | null;
  /** For the driver. */
  @Text({ ...clearable, max: 1_000 })
  instructions?: string | null;
}

@ApiSchema({ description: 'The pickup of a shipment.' })
export class PickupDto {
  /** The day, YYYY-MM-DD: asked for, or agreed. */
  date: string | null;
  /** When the freight is ready, HH:MM at the origin. */
  ready_time: string | null;
  /** Until when a driver is let in, HH:MM at the origin. */
  close_time: string | null;
  /** Where the pickup stands: `requested` until the carrier has answered. */
  @OneOf(PICKUP_STATUSES)
  status: PickupStatus;
  /** The carrier's number for it. */
  confirmation: string | null;
  /** Whom the driver asks for. */
  contact: string | null;
  /** Phone number at the dock. */
  phone: string | null;
  /** For the driver. */
  instructions: string | null;
}
