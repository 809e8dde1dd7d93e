import { Injectable, type PipeTransform } from '@nestjs/common';
import { ApiError } from '../errors/api-error.js';
import { MAX_ID } from './fields.js';

/** Parses the id of a path. @throws ApiError resource_missing for text that cannot be an id */
export function parseId(text: string): number {
  const id = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_ID)) throw new ApiError('resource_missing');
  return id;
}

/** Used as `@Param('id', PathId) id: number`. */
@Injectable()
export class PathId implements PipeTransform<string, number> {
  transform(text: string): number {
    return parseId(text);
  }
}
