import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { invalidParam } from '../http/api-error.js';

/** Stands above a required field: it may be left out where `other` is sent. */
export function RequiredWithout(other: string): PropertyDecorator {
  return applyDecorators(
    ValidateIf(
      (object: Record<string, unknown>, value) => value !== undefined || object[other] === undefined,
    ),
    ApiPropertyOptional(),
  );
}

/**
 * The value of a field that has two names; undefined when neither was sent.
 * @throws ApiError naming the alias when both were sent and differ
 */
export function eitherName<Body extends object, Name extends keyof Body & string>(
  body: Body,
  name: Name,
  alias: Name,
): Body[Name] {
  if (body[name] !== undefined && body[alias] !== undefined && body[name] !== body[alias]) {
    throw invalidParam(alias, `${alias} is another name of ${name}: send one of them, or the same value.`);
  }
  return body[name] === undefined ? body[alias] : body[name];
}
