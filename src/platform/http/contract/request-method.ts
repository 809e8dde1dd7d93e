import type { Request } from 'express';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** The method of the request. Express runs a GET handler also for HEAD. */
export const RequestMethod = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().method,
);
