import { SetMetadata, type Type } from '@nestjs/common';

const HAS_SECRET_FIELD = 'holds-secret';
const RETURNS_SECRET = 'shows-secret';

/**
 * A field of an answer that is a secret and shown this once. A repeat of the request by its `Idempotency-Key` gets the
 * stored answer only from the key or the member it was given to: what guards it looks into the request, and a repeat passes
 * no guard in the handler.
 */
export function ShownOnce(): PropertyDecorator {
  return (target) => Reflect.defineMetadata(HAS_SECRET_FIELD, true, target.constructor);
}

/** Whether an answer of the shape holds what is shown once, its bases' fields included. */
export function hasSecretField(shape: Type): boolean {
  return Reflect.getMetadata(HAS_SECRET_FIELD, shape) === true;
}

/** On the handler whose answer holds such a field. */
export const ReturnsSecret = (): MethodDecorator => SetMetadata(RETURNS_SECRET, true);

export function hasSecretResponse(handler: object): boolean {
  return Reflect.getMetadata(RETURNS_SECRET, handler) === true;
}
