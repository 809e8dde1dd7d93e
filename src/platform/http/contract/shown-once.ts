import { SetMetadata, type Type } from '@nestjs/common';

const HOLDS_SECRET = 'holds-secret';
const SHOWS_SECRET = 'shows-secret';

/**
 * A field of an answer that is a secret and shown this once. A repeat of the request by its `Idempotency-Key` gets the
 * stored answer only from the key or the member it was given to: what guards it looks into the request, and a repeat passes
 * no guard in the handler.
 */
export function ShownOnce(): PropertyDecorator {
  return (target) => Reflect.defineMetadata(HOLDS_SECRET, true, target.constructor);
}

/** Whether an answer of the shape holds what is shown once, its bases' fields included. */
export function holdsSecret(shape: Type): boolean {
  return Reflect.getMetadata(HOLDS_SECRET, shape) === true;
}

/** On the handler whose answer holds such a field. */
export const ShowsSecret = (): MethodDecorator => SetMetadata(SHOWS_SECRET, true);

export function showsSecret(handler: object): boolean {
  return Reflect.getMetadata(SHOWS_SECRET, handler) === true;
}
