import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { assertStorable } from './dto-validation.pipe.js';

/** The JSON body with every field the client sent, also those that no DTO knows. */
export const UnfilteredBody = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const { body } = context.switchToHttp().getRequest<Request>() as { body: Record<string, unknown> };
  assertStorable(body);
  return body;
});
