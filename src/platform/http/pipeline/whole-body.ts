import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { refuseUnstorable } from './validation.pipe.js';

/** The JSON body with every field the client sent, also those that no DTO knows. */
export const WholeBody = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const { body } = context.switchToHttp().getRequest<Request>() as { body: Record<string, unknown> };
  refuseUnstorable(body);
  return body;
});
