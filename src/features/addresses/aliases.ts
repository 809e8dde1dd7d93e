import { conflictingParam } from '../../platform/http/errors/api-error.js';

/**
 * The value of a field that has two names; undefined when neither was sent. Where a row is `stored`, of two that differ the
 * one that is not stored wins: a client has read both and edited one.
 * @throws ApiError naming the alias when both were sent and it can't be told which is meant
 */
export function resolveAlias<Body extends object, Name extends keyof Body & string>(
  body: Body,
  name: Name,
  alias: Name,
  stored?: Body[Name],
): Body[Name] {
  if (body[name] !== undefined && body[alias] !== undefined && body[name] !== body[alias]) {
    if (stored !== undefined && body[name] === stored) return body[alias];
    if (stored !== undefined && body[alias] === stored) return body[name];
    throw conflictingParam(
      alias,
      `${alias} is another name of ${name}: send one of them, or the same value.`,
    );
  }
  return body[name] === undefined ? body[alias] : body[name];
}
