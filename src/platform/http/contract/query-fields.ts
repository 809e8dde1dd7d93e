import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Flag, MAX_ID, Whole } from './fields.js';

/** Leaves other text for the validators to reject. */
function digitsToNumber({ value }: { value: unknown }): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

/** An optional integer from `min` to `max` in a query. */
export function QueryWhole(min: number, max: number): PropertyDecorator {
  return applyDecorators(Transform(digitsToNumber), Whole(min, max, { optional: true }));
}

/** An optional id in a query. */
export function QueryId(): PropertyDecorator {
  return QueryWhole(0, MAX_ID);
}

function wordToBoolean({ value }: { value: unknown }): unknown {
  return value === 'true' ? true : value === 'false' ? false : value;
}

/** An optional boolean in a query: `true` or `false`. */
export function QueryFlag(): PropertyDecorator {
  return applyDecorators(Transform(wordToBoolean), Flag({ optional: true }));
}
