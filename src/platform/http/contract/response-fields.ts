import { ApiProperty } from '@nestjs/swagger';
import { OBJECT_IN_SHAPE_B } from './shapes.js';

/** The `object` field of a resource, in both shapes. */
export function Kind(name: string): PropertyDecorator {
  const other = OBJECT_IN_SHAPE_B[name];
  return ApiProperty({ type: String, enum: other ? [name, other] : [name], example: name });
}

/** A whole number in an answer. */
export function Int(): PropertyDecorator {
  return ApiProperty({ type: 'integer' });
}

/** A timestamp in an answer, ISO 8601 in UTC. */
export function Time(): PropertyDecorator {
  return ApiProperty({ type: String, format: 'date-time' });
}

/** A day of the calendar in an answer, YYYY-MM-DD. */
export function DateOnly(): PropertyDecorator {
  return ApiProperty({ type: String, format: 'date' });
}

/** One of a fixed set of words in an answer. */
export function OneOf(values: readonly string[]): PropertyDecorator {
  return ApiProperty({ type: String, enum: [...values] });
}

/** Several of a fixed set of words in an answer. */
export function SomeOf(values: readonly string[]): PropertyDecorator {
  return ApiProperty({ type: 'array', items: { type: 'string', enum: [...values] } });
}
