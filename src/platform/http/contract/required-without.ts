import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

/** Stands above a required field: it may be left out where `other` is sent. */
export function RequiredWithout(other: string): PropertyDecorator {
  return applyDecorators(
    ValidateIf(
      (object: Record<string, unknown>, value) => value !== undefined || object[other] === undefined,
    ),
    ApiPropertyOptional(),
  );
}
