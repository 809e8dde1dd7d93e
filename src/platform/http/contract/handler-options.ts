import { SetMetadata, type ExecutionContext, type Type } from '@nestjs/common';

const OPTIONAL_BODY = 'optional-body';
const RETURNS_FILE = 'answers-file';
const MANAGES_OWN_TRANSACTION = 'calls-out';
const ALLOW_OVER_WRITE_QUOTA = 'stores-little';
const HAS_SECRET_FIELD = 'holds-secret';
const RETURNS_SECRET = 'shows-secret';

/** For a handler without required fields: accepts `null` as its body, because generated clients send it. */
export const OptionalBody = (): MethodDecorator => SetMetadata(OPTIONAL_BODY, true);

export function hasOptionalBody(context: ExecutionContext): boolean {
  return isSet(OPTIONAL_BODY, context.getHandler());
}

/**
 * For a POST that changes nothing and returns a file: idempotency does not store its response. Rendering the file again
 * costs less than keeping megabytes encrypted for a day.
 */
export const ReturnsFile = (): MethodDecorator => SetMetadata(RETURNS_FILE, true);

export function returnsFile(handler: object): boolean {
  return isSet(RETURNS_FILE, handler);
}

/**
 * For a POST whose handler makes outbound calls or works in several transactions: idempotency opens no transaction
 * around it. Its service ends with `transactions.finish`, which stores the response together with the last writes.
 */
export const ManagesOwnTransaction = (): MethodDecorator => SetMetadata(MANAGES_OWN_TRANSACTION, true);

export function managesOwnTransaction(handler: object): boolean {
  return isSet(MANAGES_OWN_TRANSACTION, handler);
}

/**
 * Allows a write after its organization has used up QUOTA_WRITTEN_BYTES. Such a write stores little, frees space, or
 * cannot wait an hour: canceling a shipment, revoking a key.
 */
export const AllowOverWriteQuota = (): MethodDecorator => SetMetadata(ALLOW_OVER_WRITE_QUOTA, true);

export function isAllowedOverWriteQuota(handler: object): boolean {
  return isSet(ALLOW_OVER_WRITE_QUOTA, handler) || returnsFile(handler);
}

/**
 * Marks a response field as a secret that is returned once. An idempotent replay returns the stored response only to
 * the API key or member that received it first.
 */
export function ShownOnce(): PropertyDecorator {
  return (target) => Reflect.defineMetadata(HAS_SECRET_FIELD, true, target.constructor);
}

/** Returns true if the DTO or one of its base classes has a `@ShownOnce` field. */
export function hasSecretField(dto: Type): boolean {
  return isSet(HAS_SECRET_FIELD, dto);
}

/** Set by `@Operation` on a handler whose response DTO has a `@ShownOnce` field. */
export const ReturnsSecret = (): MethodDecorator => SetMetadata(RETURNS_SECRET, true);

export function hasSecretResponse(handler: object): boolean {
  return isSet(RETURNS_SECRET, handler);
}

function isSet(key: string, target: object): boolean {
  return Reflect.getMetadata(key, target) === true;
}
