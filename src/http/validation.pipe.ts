import { ValidationPipe, type ValidationError, type ValidationPipeOptions } from '@nestjs/common';
import { ApiError, invalidParam } from './api-error.js';
import { requestContext } from './request-context.js';

const OPTIONS: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  stopAtFirstError: true,
  forbidUnknownValues: true,
  validationError: { target: false, value: false },
  exceptionFactory: (errors) => toApiError(errors[0]!, ''),
};

/** Checks bodies and queries against their DTO; paths have pipes of their own. Unknown fields are dropped, or refused when the client asked for strictness. */
export class DtoPipe extends ValidationPipe {
  private readonly strict = new ValidationPipe({ ...OPTIONS, forbidNonWhitelisted: true });

  constructor() {
    super(OPTIONS);
  }

  override async transform(...args: Parameters<ValidationPipe['transform']>): Promise<unknown> {
    const [value, metadata] = args;
    if (metadata.type !== 'body' && metadata.type !== 'query') return value;
    const result: unknown = requestContext()?.strict
      ? await this.strict.transform(...args)
      : await super.transform(value, metadata);
    refuseUnstorable(result, '');
    return result;
  }
}

/** The first failing rule, named by its path: `items[0].freight_class`. */
function toApiError(error: ValidationError, parent: string): ApiError {
  const path = join(parent, error.property);
  const [rule, message] = Object.entries(error.constraints ?? {})[0] ?? [];
  if (rule === undefined) {
    const child = error.children?.[0];
    return child ? toApiError(child, path) : invalidParam(path, `${path} is invalid.`);
  }
  if (rule === 'whitelistValidation') {
    return new ApiError('unknown_parameter', { param: path, message: `${path} is not a known parameter.` });
  }
  const text = message!.replace(new RegExp(`^(each value in )?${escape(error.property)}\\b`), `$1${path}`);
  if (rule === 'isRequired') return new ApiError('missing_parameter', { param: path, message: `${text}.` });
  return invalidParam(path, `${text}.`);
}

function join(parent: string, property: string): string {
  if (/^\d+$/.test(property)) return `${parent}[${property}]`;
  return parent === '' ? property : `${parent}.${property}`;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** PostgreSQL stores neither NUL nor half a surrogate pair: such a string is the client's mistake, wherever it stands. */
export function refuseUnstorable(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalidParam(path, `${path} must not contain NUL characters.`);
    if (LONE_SURROGATE.test(value)) throw invalidParam(path, `${path} must be well-formed Unicode.`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      if (key.includes('\0') || LONE_SURROGATE.test(key))
        throw invalidParam(path, 'Field names must be well-formed Unicode without NUL characters.');
      refuseUnstorable(child, join(path, key));
    }
  }
}
