import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { field, rule, type FieldOptions } from '../../platform/http/contract/fields.js';
import { ColumnFilter } from '../../platform/http/contract/filters.js';
import { findEventDefinition, formatEventNames } from './define-event.js';
import { listEventPatterns, listMatchedTypes } from './event-patterns.js';

const MAX_EVENTS = 100;

/**
 * The enum's name in the OpenAPI document. Its values are filled in when the document is built, after all definitions. They
 * include the wildcards: in generated clients a second enum would reject the first one's values.
 */
export const EVENT_TYPE = { enum: [] as string[], enumName: 'EventType' };

/** Declares an event type in a response. */
export function EventType(): PropertyDecorator {
  return ApiProperty(EVENT_TYPE);
}

/** Declares the query parameter that filters a list by event type. */
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

/** Declares the event types and wildcards of a subscription in a response. */
export function EventTypes(): PropertyDecorator {
  return ApiProperty({ ...EVENT_TYPE, isArray: true });
}

/** Declares a list of at least one event type or wildcard in a request. */
export function EventTypesField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    { example: ['shipment.delivered'], ...options },
    { ...EVENT_TYPE, isArray: true, minItems: 1, maxItems: MAX_EVENTS },
    IsArray(),
    ArrayMinSize(1, { message: '$property must contain at least one event type' }),
    ArrayMaxSize(MAX_EVENTS),
    rule(
      'areEventTypes',
      (types) =>
        (types as unknown[]).every((type) => typeof type === 'string' && listMatchedTypes(type).length > 0),
      () => `each value in $property must be one of the following values: ${listEventPatterns().join(', ')}`,
    ),
  );
}
