import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { field, rule, type FieldOptions } from '../../platform/http/contract/fields.js';
import { ColumnFilter } from '../../platform/http/contract/filters.js';
import { findEventDefinition, formatEventNames } from './define-event.js';

const MAX_EVENTS = 100;

/** The enum's name in the document, which is given its values when it is built: then every event is defined. */
export const EVENT_TYPE = { enum: [] as string[], enumName: 'EventType' };

/** The type of an event, in an answer. */
export function EventType(): PropertyDecorator {
  return ApiProperty(EVENT_TYPE);
}

/** The type of the events that a list is narrowed to. */
export function EventTypeFilter(): PropertyDecorator {
  return applyDecorators(
    field(
      { optional: true, example: 'shipment.delivered' },
      EVENT_TYPE,
      rule(
        'isEventType',
        (type) => typeof type === 'string' && findEventDefinition(type) !== undefined,
        () => `$property must be one of ${formatEventNames()}`,
      ),
    ),
    ColumnFilter(),
  );
}

/** Types of events, in an answer. */
export function EventTypes(): PropertyDecorator {
  return ApiProperty({ ...EVENT_TYPE, isArray: true });
}

/** At least one event type in a request, of those that are defined when it comes; one named twice counts once. */
export function EventTypesField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    { example: ['shipment.delivered'], ...options },
    { ...EVENT_TYPE, isArray: true, minItems: 1, maxItems: MAX_EVENTS },
    IsArray(),
    ArrayMinSize(1, { message: '$property must contain at least one event type' }),
    ArrayMaxSize(MAX_EVENTS),
    rule(
      'areEventTypes',
      (types) => (types as unknown[]).every((type) => typeof type === 'string' && findEventDefinition(type)),
      () => `each value in $property must be one of the following values: ${formatEventNames()}`,
    ),
  );
}
