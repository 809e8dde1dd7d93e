import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isPrintable, UNPRINTABLE_MESSAGE } from '../contract/printable.js';
import { ApiError, buildFieldErrorsError, type FieldError } from '../errors/api-error.js';

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Injects the JSON body with every field that the client sent, including fields unknown to the DTO.
 * @throws ApiError invalid_value for text that cannot be stored
 */
export const UnfilteredBody = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const { body } = context.switchToHttp().getRequest<Request>() as { body: Record<string, unknown> };
  assertStorable(body);
  return body;
});

/**
 * Rejects text, at any depth of `value`, that PostgreSQL cannot store (NUL, lone surrogates) or that documents cannot
 * print (control characters). @throws ApiError invalid_value
 */
export function assertStorable(value: unknown, path = ''): void {
  if (isStorable(value, path)) return;
  const faults = findUnstorableText(value, path);
  if (faults.length > 0) throw buildFieldErrorsError(faults);
}

/** Returns a path parameter. @throws ApiError resource_missing for NUL, which no stored value contains */
export function toStorableText(text: string): string {
  if (text.includes('\0')) throw new ApiError('resource_missing');
  return text;
}

/** Decides without building paths, because nearly every value is storable. */
function isStorable(value: unknown, key: string): boolean {
  if (typeof value === 'string') return findTextProblem(value, key) === null;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((child) => isStorable(child, ''));
  return Object.entries(value).every(
    ([name, child]) => findTextProblem(name, '') === null && isStorable(child, name),
  );
}

/** Only fields whose names end in `instructions` may contain line breaks. */
function findTextProblem(text: string, path: string): string | null {
  if (LONE_SURROGATE.test(text)) return 'must be well-formed Unicode';
  return isPrintable(text, { lines: path.endsWith('instructions') }) ? null : UNPRINTABLE_MESSAGE;
}

export function findUnstorableText(value: unknown, path: string): FieldError[] {
  if (typeof value === 'string') {
    const problem = findTextProblem(value, path);
    if (problem !== null) return [buildInvalidValue(path, `${path} ${problem}.`)];
  } else if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, child]) =>
      findTextProblem(key, '') !== null
        ? [buildInvalidValue(path, 'Field names must be well-formed Unicode without control characters.')]
        : findUnstorableText(child, joinPath(path, key)),
    );
  }
  return [];
}

export function buildInvalidValue(param: string, message: string): FieldError {
  return { param, code: 'invalid_value', message };
}

/** Returns `items[0].weight` for `items[0]` and `weight`, `items[0]` for `items` and `0`. */
export function joinPath(parent: string, property: string): string {
  if (/^\d+$/.test(property)) return `${parent}[${property}]`;
  return parent === '' ? property : `${parent}.${property}`;
}
