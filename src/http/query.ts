import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Id } from './fields.js';
import { digitsToNumber } from './list.js';

/** An optional integer id in a query string. */
export function QueryId(): PropertyDecorator {
  return applyDecorators(Transform(digitsToNumber), Id({ optional: true }));
}
