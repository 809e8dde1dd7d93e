import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Flag, MAX_ID, Whole } from './fields.js';

/** Digits become a number; anything else stays as it came, for the validators to refuse. */
function digitsToNumber({ value }: { value: unknown }): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

/** An optional whole number from `min` to `max` in a query string. */
export function QueryWhole(min: number, max: number): PropertyDecorator {
  return applyDecorators(Transform(digitsToNumber), Whole(min, max, { optional: true }));
}

/** An optional integer id in a query string. */
export function QueryId(): PropertyDecorator {
  return QueryWhole(0, MAX_ID);
}

/** Other words stay as they came, for the validators to refuse. */
function wordToBoolean({ value }: { value: unknown }): unknown {
  return value === 'true' ? true : value === 'false' ? false : value;
}

/** An optional `true` or `false` in a query string, where all is text; a `Flag` takes JSON's only. */
export function QueryFlag(): PropertyDecorator {
  return applyDecorators(Transform(wordToBoolean), Flag({ optional: true }));
}
