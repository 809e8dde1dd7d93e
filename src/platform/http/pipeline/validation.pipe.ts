import {
  ValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
  type ValidationError,
} from '@nestjs/common';
import type { ValidatorOptions } from 'class-validator';
import { isExact } from '../contract/exact.js';
import { othersFirst } from '../contract/leaving.js';
import { isPrintable, UNPRINTABLE_FAULT } from '../contract/printable.js';
import { ApiError, faulty, unknownParam, type Fault } from '../errors/api-error.js';
import type { ErrorCode } from '../errors/errors.js';
import { surelyKeepsRules } from './quick-check.js';
import { rememberRules } from './remembered-rules.js';
import { requestContext } from './request-context.js';

rememberRules();

type Place = 'body' | 'query';

/** What a value has to be, by the rule that looks at its type; a whole number's rule says its range itself. */
const TYPES: Record<string, string> = {
  isString: 'text',
  isNumber: 'a number',
  isBoolean: 'true or false',
  isObject: 'an object',
  isArray: 'a list',
};

/** A body's or a query's fields against their DTO: each that fails is named by its path. */
class DtoCheck extends ValidationPipe {
  constructor(private readonly place: Place) {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      forbidUnknownValues: true,
      validationError: { target: true, value: true },
      exceptionFactory: (errors) => {
        const faults = errors.flatMap((error) => faultsOf(error, '', place));
        const named = new Set(faults.map(({ param }) => param));
        return faulty([
          ...faults,
          ...unstorableIn(errors[0]!.target, '').filter(({ param }) => !named.has(param)),
        ]);
      },
    });
  }

  /** A body has neither such keys nor gaps: whoever parsed it saw to that. To look again takes as long as to build the object. */
  protected override stripProtoKeys(value: unknown): void {
    if (this.place === 'query') super.stripProtoKeys(value);
  }

  protected override closeArrayGaps(value: unknown): void {
    if (this.place === 'query') super.closeArrayGaps(value);
  }

  protected override async validate(object: object, options?: ValidatorOptions): Promise<ValidationError[]> {
    if (holdsLongList(object)) await othersFirst();
    if (surelyKeepsRules(object)) return [];
    const errors = await super.validate(object, options);
    return this.place === 'query' || requestContext()?.strict ? errors : withoutUnknown(errors);
  }
}

/**
 * Checks bodies and queries against their DTO; what a path means is for its own pipes to say. An unknown parameter of a
 * query is refused. An unknown field of a body is dropped, unless it stands where `@Exact` says or the client asked for
 * strictness.
 */
export class DtoPipe implements PipeTransform {
  private readonly checks = { body: new DtoCheck('body'), query: new DtoCheck('query') };

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'param') return storable(value as string);
    if (metadata.type !== 'body' && metadata.type !== 'query') return value;
    // A file has no fields: whoever takes it looks into it.
    if (Buffer.isBuffer(value)) return value;
    const began = performance.now();
    refuseTooWide(value, '');
    const result: unknown = await this.checks[metadata.type].transform(value, metadata);
    refuseUnstorable(result);
    if (performance.now() - began > LONG_MS) await othersFirst();
    return result;
  }
}

/** To build one takes milliseconds, and so does to check it. */
function holdsLongList(object: object): boolean {
  return Object.values(object).some((value) => Array.isArray(value) && value.length >= LONG_LIST);
}

/** The errors but for unknown fields that nobody minds; those leave their object. */
function withoutUnknown(errors: ValidationError[]): ValidationError[] {
  return errors.filter((error) => {
    if (error.constraints?.whitelistValidation !== undefined) {
      const target = error.target as Record<string, unknown>;
      return isExact(target) || !delete target[error.property];
    }
    if (error.constraints) return true;
    error.children = withoutUnknown(error.children ?? []);
    return error.children.length > 0;
  });
}

/** What is wrong with a field and in it, depth first. */
function faultsOf(error: ValidationError, parent: string, place: Place): Fault[] {
  const path = join(parent, error.property);
  const { constraints = {}, contexts = {}, children = [] } = error;
  const [rule, message] = Object.entries(constraints)[0] ?? [];
  if (rule === undefined) {
    return children.length > 0
      ? children.flatMap((child) => faultsOf(child, path, place))
      : [invalid(path, `${path} is invalid.`)];
  }
  if (rule === 'whitelistValidation') {
    const { code, message } = unknownParam(path);
    return [{ param: path, code, message }];
  }
  const text =
    rule in TYPES
      ? `${path} must be ${TYPES[rule]}`
      : message!.replace(new RegExp(`^(each value in )?${escape(error.property)}\\b`), `$1${path}`);
  if (rule === 'isRequired') return [{ param: path, code: 'missing_parameter', message: `${text}.` }];
  const { code = 'invalid_value' } = (contexts[rule] ?? {}) as { code?: ErrorCode };
  return [{ param: path, code, message: `${text}${place === 'body' ? insteadOf(rule, error.value) : ''}.` }];
}

function invalid(param: string, message: string): Fault {
  return { param, code: 'invalid_value', message };
}

/** `, not text`: what was sent where a rule wants another type. In a query everything is text. */
function insteadOf(rule: string, value: unknown): string {
  if (!(rule in TYPES) && (rule !== 'isInt' || typeof value === 'number')) return '';
  return `, not ${typeOf(value)}`;
}

function typeOf(value: unknown): string {
  if (typeof value === 'string') return TYPES.isString!;
  if (typeof value === 'number') return TYPES.isNumber!;
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? TYPES.isArray! : TYPES.isObject!;
  return String(value);
}

function join(parent: string, property: string): string {
  if (/^\d+$/.test(property)) return `${parent}[${property}]`;
  return parent === '' ? property : `${parent}.${property}`;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A path's text. What can't be stored names nothing that exists. @throws ApiError resource_missing */
function storable(text: string): string {
  if (text.includes('\0')) throw new ApiError('resource_missing');
  return text;
}

const LONG_LIST = 100;
/** What took longer lets others have their turn before it goes on. */
const LONG_MS = 5;
/** More fields than any object of the interface has; each unknown one costs time to refuse or to drop. */
const MAX_FIELDS = 500;

/** @throws ApiError invalid_value on an object with too many fields, wherever it stands */
function refuseTooWide(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  if (!Array.isArray(value) && entries.length > MAX_FIELDS)
    throw faulty([
      {
        ...(path && { param: path }),
        code: 'invalid_value',
        message: `${path || 'The body'} has more than ${MAX_FIELDS} fields.`,
      },
    ]);
  for (const [key, child] of entries)
    if (typeof child === 'object' && child !== null) refuseTooWide(child, join(path, key));
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** @throws ApiError on text that can't be stored or printed: invalid_value */
export function refuseUnstorable(value: unknown, path = ''): void {
  if (isStorable(value, path)) return;
  const faults = unstorableIn(value, path);
  if (faults.length > 0) throw faulty(faults);
}

/** Whether nothing of it is unstorable: as good as always, and without the names of places that a fault would need. */
function isStorable(value: unknown, key: string): boolean {
  if (typeof value === 'string') return faultIn(value, key) === null;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((child) => isStorable(child, ''));
  return Object.entries(value).every(
    ([name, child]) => faultIn(name, '') === null && isStorable(child, name),
  );
}

/** What is wrong with a text; line breaks stand in instructions alone. */
function faultIn(text: string, path: string): string | null {
  if (LONE_SURROGATE.test(text)) return 'must be well-formed Unicode';
  return isPrintable(text, { lines: path.endsWith('instructions') }) ? null : UNPRINTABLE_FAULT;
}

/**
 * PostgreSQL stores neither NUL nor half a surrogate pair, and no paper prints a control character: such a string is the
 * client's mistake, wherever it stands.
 */
function unstorableIn(value: unknown, path: string): Fault[] {
  if (typeof value === 'string') {
    const fault = faultIn(value, path);
    if (fault !== null) return [invalid(path, `${path} ${fault}.`)];
  } else if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, child]) =>
      faultIn(key, '') !== null
        ? [invalid(path, 'Field names must be well-formed Unicode without control characters.')]
        : unstorableIn(child, join(path, key)),
    );
  }
  return [];
}
