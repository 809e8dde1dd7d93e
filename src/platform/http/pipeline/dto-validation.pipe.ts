import {
  ValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
  type ValidationError,
} from '@nestjs/common';
import type { ValidatorOptions } from 'class-validator';
import { rejectsUnknownField } from '../contract/reject-unknown-fields.js';
import { yieldToEventLoop } from '../contract/request-signal.js';
import { buildFieldErrorsError, unknownParam, type FieldError } from '../errors/api-error.js';
import type { ErrorCode } from '../errors/errors.js';
import { memoizeValidationMetadata, passesFastValidation } from './fast-validation.js';
import { getRequestContext } from './request-context.js';
import {
  assertStorable,
  buildInvalidValue,
  findUnstorableText,
  joinPath,
  toStorableText,
} from './storable-text.js';

memoizeValidationMetadata();

type ParameterSource = 'body' | 'query';

/** The type that each type rule requires, as messages name it. */
const TYPE_DESCRIPTIONS: Record<string, string> = {
  isString: 'text',
  isNumber: 'a number',
  isBoolean: 'true or false',
  isObject: 'an object',
  isArray: 'a list',
};
/** A list of this length takes milliseconds to build and to validate. */
const LONG_LIST_LENGTH = 100;
/** Validation that took longer then yields to the event loop. */
const YIELD_AFTER_MS = 5;
/** More fields than any DTO has; each unknown field costs time. */
const MAX_FIELDS = 500;

/** Validates a body or a query and reports each fault by the path of its field. */
class DtoValidator extends ValidationPipe {
  constructor(private readonly source: ParameterSource) {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      forbidUnknownValues: true,
      validationError: { target: true, value: true },
      exceptionFactory: (errors) => {
        const faults = errors.flatMap((error) => toFieldErrors(error, '', source));
        const params = new Set(faults.map(({ param }) => param));
        return buildFieldErrorsError([
          ...faults,
          ...findUnstorableText(errors[0]!.target, '').filter(({ param }) => !params.has(param)),
        ]);
      },
    });
  }

  // The JSON parser has dropped prototype keys, and JSON arrays have no gaps. Checking again would take as long as
  // building the object.
  protected override stripProtoKeys(value: unknown): void {
    if (this.source === 'query') super.stripProtoKeys(value);
  }

  protected override closeArrayGaps(value: unknown): void {
    if (this.source === 'query') super.closeArrayGaps(value);
  }

  protected override async validate(object: object, options?: ValidatorOptions): Promise<ValidationError[]> {
    if (hasLongList(object)) await yieldToEventLoop();
    if (passesFastValidation(object)) return [];
    const errors = await super.validate(object, options);
    const context = getRequestContext();
    if (this.source === 'query' || context?.strict) return errors;
    const ignored: string[] = [];
    const remaining = dropUnknownFieldErrors(errors, '', ignored);
    if (ignored.length > 0) context?.reportIgnoredFields(ignored);
    return remaining;
  }
}

/**
 * Validates bodies and queries against their DTOs; path parameters have pipes of their own. Rejects unknown query
 * parameters. Drops unknown body fields and lists them in the response header `Ignored-Fields`, unless the DTO has
 * `@RejectUnknownFields` or the client sent `Prefer: handling=strict`.
 */
export class DtoValidationPipe implements PipeTransform {
  private readonly validators = { body: new DtoValidator('body'), query: new DtoValidator('query') };

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'param') return toStorableText(value as string);
    const isFile = Buffer.isBuffer(value);
    if ((metadata.type !== 'body' && metadata.type !== 'query') || isFile) return value;
    const start = performance.now();
    assertFieldCount(value, '');
    const result: unknown = await this.validators[metadata.type].transform(value, metadata);
    assertStorable(result);
    if (performance.now() - start > YIELD_AFTER_MS) await yieldToEventLoop();
    return result;
  }
}

function hasLongList(object: object): boolean {
  return Object.values(object).some((value) => Array.isArray(value) && value.length >= LONG_LIST_LENGTH);
}

/** Deletes unknown fields from their objects, adds their paths to `ignored`, and returns the errors that remain. */
function dropUnknownFieldErrors(
  errors: ValidationError[],
  parent: string,
  ignored: string[],
): ValidationError[] {
  return errors.filter((error) => {
    const path = joinPath(parent, error.property);
    if (error.constraints?.whitelistValidation !== undefined) {
      const target = error.target as Record<string, unknown>;
      if (rejectsUnknownField(target, error.property)) return true;
      ignored.push(path);
      return !delete target[error.property];
    }
    if (error.constraints) return true;
    error.children = dropUnknownFieldErrors(error.children ?? [], path, ignored);
    return error.children.length > 0;
  });
}

/** Lists the faults of a field and of the fields below it, depth first. */
function toFieldErrors(error: ValidationError, parent: string, source: ParameterSource): FieldError[] {
  const path = joinPath(parent, error.property);
  const { constraints = {}, contexts = {}, children = [] } = error;
  const [rule, message] = Object.entries(constraints)[0] ?? [];
  if (rule === undefined) {
    return children.length > 0
      ? children.flatMap((child) => toFieldErrors(child, path, source))
      : [buildInvalidValue(path, `${path} is invalid.`)];
  }
  if (rule === 'whitelistValidation') {
    const { code, message } = unknownParam(path);
    return [{ param: path, code, message }];
  }
  const text =
    rule in TYPE_DESCRIPTIONS
      ? `${path} must be ${TYPE_DESCRIPTIONS[rule]}`
      : message!.replace(new RegExp(`^(each value in )?${escapeRegExp(error.property)}\\b`), `$1${path}`);
  if (rule === 'isRequired') return [{ param: path, code: 'missing_parameter', message: `${text}.` }];
  const { code = 'invalid_value' } = (contexts[rule] ?? {}) as { code?: ErrorCode };
  const received = source === 'body' ? describeReceivedType(rule, error.value) : '';
  return [{ param: path, code, message: `${text}${received}.` }];
}

/** Returns e.g. `, not text` if the value has the wrong type. */
function describeReceivedType(rule: string, value: unknown): string {
  if (!(rule in TYPE_DESCRIPTIONS) && (rule !== 'isInt' || typeof value === 'number')) return '';
  return `, not ${describeType(value)}`;
}

function describeType(value: unknown): string {
  if (typeof value === 'string') return TYPE_DESCRIPTIONS.isString!;
  if (typeof value === 'number') return TYPE_DESCRIPTIONS.isNumber!;
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? TYPE_DESCRIPTIONS.isArray! : TYPE_DESCRIPTIONS.isObject!;
  return String(value);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** @throws ApiError invalid_value if an object at any depth has too many fields */
function assertFieldCount(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  if (!Array.isArray(value) && entries.length > MAX_FIELDS)
    throw buildFieldErrorsError([
      {
        ...(path && { param: path }),
        code: 'invalid_value',
        message: `${path || 'The body'} has more than ${MAX_FIELDS} fields.`,
      },
    ]);
  for (const [key, child] of entries)
    if (typeof child === 'object' && child !== null) assertFieldCount(child, joinPath(path, key));
}
