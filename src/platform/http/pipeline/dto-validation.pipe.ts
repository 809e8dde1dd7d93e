import {
  ValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
  type ValidationError,
} from '@nestjs/common';
import type { ValidatorOptions } from 'class-validator';
import { isStrictDto } from '../contract/reject-unknown-fields.js';
import { yieldToEventLoop } from '../contract/request-signal.js';
import { isPrintable, UNPRINTABLE_MESSAGE } from '../contract/printable.js';
import { ApiError, buildFieldErrorsError, unknownParam, type FieldError } from '../errors/api-error.js';
import type { ErrorCode } from '../errors/errors.js';
import { passesFastValidation } from './fast-validation.js';
import { memoizeValidationMetadata } from './memoize-validation-metadata.js';
import { getRequestContext } from './request-context.js';

memoizeValidationMetadata();

type ParameterSource = 'body' | 'query';

/** What a value has to be, by the rule that looks at its type; a whole number's rule says its range itself. */
const TYPE_DESCRIPTIONS: Record<string, string> = {
  isString: 'text',
  isNumber: 'a number',
  isBoolean: 'true or false',
  isObject: 'an object',
  isArray: 'a list',
};

/** A body's or a query's fields against their DTO: each that fails is named by its path. */
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
        const named = new Set(faults.map(({ param }) => param));
        return buildFieldErrorsError([
          ...faults,
          ...findUnstorableText(errors[0]!.target, '').filter(({ param }) => !named.has(param)),
        ]);
      },
    });
  }

  /** A body has neither such keys nor gaps: whoever parsed it saw to that. To look again takes as long as to build the object. */
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
    return this.source === 'query' || getRequestContext()?.strict ? errors : dropUnknownFieldErrors(errors);
  }
}

/**
 * Checks bodies and queries against their DTO; what a path means is for its own pipes to say. An unknown parameter of a
 * query is refused. An unknown field of a body is dropped, unless it stands where `@Exact` says or the client asked for
 * strictness.
 */
export class DtoValidationPipe implements PipeTransform {
  private readonly validators = { body: new DtoValidator('body'), query: new DtoValidator('query') };

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'param') return toStorableText(value as string);
    if (metadata.type !== 'body' && metadata.type !== 'query') return value;
    // A file has no fields: whoever takes it looks into it.
    if (Buffer.isBuffer(value)) return value;
    const began = performance.now();
    assertFieldCount(value, '');
    const result: unknown = await this.validators[metadata.type].transform(value, metadata);
    assertStorable(result);
    if (performance.now() - began > YIELD_AFTER_MS) await yieldToEventLoop();
    return result;
  }
}

/** To build one takes milliseconds, and so does to check it. */
function hasLongList(object: object): boolean {
  return Object.values(object).some((value) => Array.isArray(value) && value.length >= LONG_LIST_LENGTH);
}

/** The errors but for unknown fields that nobody minds; those leave their object. */
function dropUnknownFieldErrors(errors: ValidationError[]): ValidationError[] {
  return errors.filter((error) => {
    if (error.constraints?.whitelistValidation !== undefined) {
      const target = error.target as Record<string, unknown>;
      return isStrictDto(target) || !delete target[error.property];
    }
    if (error.constraints) return true;
    error.children = dropUnknownFieldErrors(error.children ?? []);
    return error.children.length > 0;
  });
}

/** What is wrong with a field and in it, depth first. */
function toFieldErrors(error: ValidationError, parent: string, place: ParameterSource): FieldError[] {
  const path = joinPath(parent, error.property);
  const { constraints = {}, contexts = {}, children = [] } = error;
  const [rule, message] = Object.entries(constraints)[0] ?? [];
  if (rule === undefined) {
    return children.length > 0
      ? children.flatMap((child) => toFieldErrors(child, path, place))
      : [buildFieldError(path, `${path} is invalid.`)];
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
  return [
    {
      param: path,
      code,
      message: `${text}${place === 'body' ? describeReceivedType(rule, error.value) : ''}.`,
    },
  ];
}

function buildFieldError(param: string, message: string): FieldError {
  return { param, code: 'invalid_value', message };
}

/** `, not text`: what was sent where a rule wants another type. In a query everything is text. */
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

function joinPath(parent: string, property: string): string {
  if (/^\d+$/.test(property)) return `${parent}[${property}]`;
  return parent === '' ? property : `${parent}.${property}`;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A path's text. What can't be stored names nothing that exists. @throws ApiError resource_missing */
function toStorableText(text: string): string {
  if (text.includes('\0')) throw new ApiError('resource_missing');
  return text;
}

const LONG_LIST_LENGTH = 100;
/** What took longer lets others have their turn before it goes on. */
const YIELD_AFTER_MS = 5;
/** More fields than any object of the interface has; each unknown one costs time to refuse or to drop. */
const MAX_FIELDS = 500;

/** @throws ApiError invalid_value on an object with too many fields, wherever it stands */
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

const LONE_SURROGATE = /\p{Surrogate}/u;

/** @throws ApiError on text that can't be stored or printed: invalid_value */
export function assertStorable(value: unknown, path = ''): void {
  if (isStorable(value, path)) return;
  const faults = findUnstorableText(value, path);
  if (faults.length > 0) throw buildFieldErrorsError(faults);
}

/** Whether nothing of it is unstorable: as good as always, and without the names of places that a fault would need. */
function isStorable(value: unknown, key: string): boolean {
  if (typeof value === 'string') return findTextProblem(value, key) === null;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((child) => isStorable(child, ''));
  return Object.entries(value).every(
    ([name, child]) => findTextProblem(name, '') === null && isStorable(child, name),
  );
}

/** What is wrong with a text; line breaks stand in instructions alone. */
function findTextProblem(text: string, path: string): string | null {
  if (LONE_SURROGATE.test(text)) return 'must be well-formed Unicode';
  return isPrintable(text, { lines: path.endsWith('instructions') }) ? null : UNPRINTABLE_MESSAGE;
}

/**
 * PostgreSQL stores neither NUL nor half a surrogate pair, and no paper prints a control character: such a string is the
 * client's mistake, wherever it stands.
 */
function findUnstorableText(value: unknown, path: string): FieldError[] {
  if (typeof value === 'string') {
    const fault = findTextProblem(value, path);
    if (fault !== null) return [buildFieldError(path, `${path} ${fault}.`)];
  } else if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, child]) =>
      findTextProblem(key, '') !== null
        ? [buildFieldError(path, 'Field names must be well-formed Unicode without control characters.')]
        : findUnstorableText(child, joinPath(path, key)),
    );
  }
  return [];
}
