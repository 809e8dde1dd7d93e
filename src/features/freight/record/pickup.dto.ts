import { ApiSchema } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { OneOf } from '../../../platform/http/contract/response-fields.js';
import { RejectUnknownFields } from '../../../platform/http/contract/reject-unknown-fields.js';
import { crossFieldRule, field, Text, type FieldOptions } from '../../../platform/http/contract/fields.js';
import { DayField } from '../../../platform/http/contract/dates.js';
import { PICKUP_STATUSES, type PickupStatus } from './freight-states.js';

const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;

/** `HH:MM` at the origin. */
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

const AfterReady = crossFieldRule(
  'afterReady',
  (close, { ready_time: ready }) => !isTime(close) || !isTime(ready) || close > ready,
  '$property must be later than ready_time',
);

const clearable = { optional: true, nullable: true };

@RejectUnknownFields()
@ApiSchema({ description: 'Pickup window, in the local time of the origin.' })
export class PickupWindowDto {
  /** Time when the freight is ready. */
  @LocalTime({ example: '09:00' }) ready_time: string;
  /** Latest arrival of the driver. */
  @LocalTime({ example: '16:30' }, AfterReady) close_time: string;
  /** Contact for the driver; defaults to the contact of `ship_from`. */
  @Text({ ...clearable, example: 'Ann Lee' }) contact?: string | null;
  /** Phone number at the dock. */
  @Text({ ...clearable, max: 40, example: '555-222-6666' }) phone?: string | null;
  /** Instructions for the driver. */
  @Text({ ...clearable, max: 1_000, example: 'Dock 4, ring twice' }) instructions?: string | null;
}

@RejectUnknownFields()
@ApiSchema({ description: 'Changes to a pickup. Omitted fields keep their values.' })
export class ChangePickupDto {
  /**
   * Pickup day. On a weekend or a holiday of the carrier, the pickup moves to the next business day, with a warning.
   */
  @DayField({ optional: true, example: '2026-11-24' }) date?: string;
  /** Time when the freight is ready. */
  @LocalTime({ optional: true, example: '09:00' }) ready_time?: string;
  /** Latest arrival of the driver. */
  @LocalTime({ optional: true, example: '16:30' }, AfterReady) close_time?: string;
  /** Contact for the driver. */
  @Text(clearable) contact?: string | null;
  /** Phone number at the dock. */
  @Text({ ...clearable, max: 40 }) phone?: string | null;
  /** Instructions for the driver. */
  @Text({ ...clearable, max: 1_000 }) instructions?: string | null;
}

@ApiSchema({ description: 'The pickup of a shipment.' })
export class PickupDto {
  /** Pickup day, YYYY-MM-DD. */
  date: string | null;
  /** Time when the freight is ready, HH:MM at the origin. */
  ready_time: string | null;
  /** Latest arrival of the driver, HH:MM at the origin. */
  close_time: string | null;
  /** `requested` until the carrier confirms. */
  @OneOf(PICKUP_STATUSES) status: PickupStatus;
  /** The carrier’s pickup number. */
  confirmation: string | null;
  /** Contact for the driver. */
  contact: string | null;
  /** Phone number at the dock. */
  phone: string | null;
  /** Instructions for the driver. */
  instructions: string | null;
}
