import { ApiProperty } from '@nestjs/swagger';
import { OBJECT_IN_SHAPE_B } from './shapes.js';

/** The `object` field of a resource, in both shapes. */
export function Kind(name: string): PropertyDecorator {
  const inShapeB = OBJECT_IN_SHAPE_B[name];
  return ApiProperty({ type: String, enum: inShapeB ? [name, inShapeB] : [name], example: name });
}

export function Int(): PropertyDecorator {
  return ApiProperty({ type: 'integer' });
}

export function Time(): PropertyDecorator {
  return ApiProperty({ type: String, format: 'date-time' });
}

export function DateOnly(): PropertyDecorator {
  return ApiProperty({ type: String, format: 'date' });
}

/** A list of days, YYYY-MM-DD, or null. */
export function NullableDays(): PropertyDecorator {
  return ApiProperty({ type: 'array', items: { type: 'string', format: 'date' }, nullable: true });
}

export function OneOf(values: readonly string[]): PropertyDecorator {
  return ApiProperty({ type: String, enum: [...values] });
}

export function SomeOf(values: readonly string[]): PropertyDecorator {
  return ApiProperty({ type: 'array', items: { type: 'string', enum: [...values] } });
}
