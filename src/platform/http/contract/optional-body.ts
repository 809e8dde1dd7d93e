import { SetMetadata, type ExecutionContext } from '@nestjs/common';

const OPTIONAL_BODY = 'optional-body';

/** For a handler that asks for no field: clients made by generators send `null` for a body that nobody gave them. */
export function OptionalBody(): MethodDecorator {
  return SetMetadata(OPTIONAL_BODY, true);
}

export function hasOptionalBody(context: ExecutionContext): boolean {
  return Reflect.getMetadata(OPTIONAL_BODY, context.getHandler()) === true;
}
