import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Flag, MAX_ID, Whole } from './fields.js';

function digitsToNumber({ value }: { value: unknown }): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

export function QueryWhole(min: number, max: number, { optional = true } = {}): PropertyDecorator {
  return applyDecorators(Transform(digitsToNumber), Whole(min, max, { optional }));
}

export function QueryId(options: { optional?: boolean } = {}): PropertyDecorator {
  return QueryWhole(0, MAX_ID, options);
}

function wordToBoolean({ value }: { value: unknown }): unknown {
  return value === 'true' ? true : value === 'false' ? false : value;
}

export function QueryFlag(): PropertyDecorator {
  return applyDecorators(Transform(wordToBoolean), Flag({ optional: true }));
}
