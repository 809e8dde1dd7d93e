import { addDays, type Day } from '../../domain/days.js';
import { CarrierFault } from './carrier-adapter.js';

/** Validates one value of an adapter's answer. `path` is its place, e.g. `rates[0].transitDays`. */
export type FieldParser<T> = (value: unknown, path: string) => T;

const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Names the place and the rule, never the value, which may be a secret. */
class InvalidAnswerError extends CarrierFault {
  constructor(path: string, rule: string) {
    super(`Invalid carrier response: ${path} ${rule}.`);
  }
}

export function failField(path: string, rule: string): never {
  throw new InvalidAnswerError(path, rule);
}

/** Validates an answer, reading each value once. @throws CarrierFault */
export function parseAdapterAnswer<T>(field: FieldParser<T>, answer: unknown, name: string): T {
  try {
    return field(answer, name);
  } catch (error) {
    if (error instanceof InvalidAnswerError) throw error;
    // A getter or a proxy may throw, and its message may hold a secret.
    throw new CarrierFault('The carrier response cannot be read.');
  }
}

export function text(max: number): FieldParser<string> {
  return (value, path) => {
    if (typeof value !== 'string') failField(path, 'must be text');
    const trimmed = value.trim();
    if (trimmed === '' || trimmed.length > max) failField(path, `must have 1 to ${max} characters`);
    if (/\p{Cc}/u.test(trimmed) || !trimmed.isWellFormed()) failField(path, 'must be printable text');
    return trimmed;
  };
}

export function integerInRange(min: number, max: number): FieldParser<number> {
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
      failField(path, `must be a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

export function nonNegative(max: number): FieldParser<number> {
  return (value, path) => {
    if (typeof value !== 'number' || !(value >= 0 && value <= max)) {
      failField(path, `must be a number from 0 to ${max}`);
    }
    return value;
  };
}

export function oneOf<T extends string>(values: readonly T[]): FieldParser<T> {
  return (value, path) =>
    values.find((known) => known === value) ?? failField(path, `must be one of ${values.join(', ')}`);
}

/** Accepts a Date of the years 1970 to 9999, which PostgreSQL and ISO 8601 write alike. */
export function timestamp(): FieldParser<Date> {
  return (value, path) => {
    const time = value instanceof Date ? value.getTime() : Number.NaN;
    if (!(time >= 0 && time < Date.UTC(10_000, 0)))
      failField(path, 'must be a Date of the years 1970 to 9999');
    return new Date(time);
  };
}

/** Accepts a calendar day of this century, YYYY-MM-DD. */
export function day(): FieldParser<Day> {
  return (value, path) => {
    const fits = typeof value === 'string' && /^20\d{2}-\d{2}-\d{2}$/.test(value);
    if (!fits || Number.isNaN(Date.parse(value)) || addDays(value, 0) !== value)
      failField(path, 'must be a day, YYYY-MM-DD');
    return value;
  };
}

/** Accepts 1 byte to 10 MiB. The document store checks the file type. */
export const file: FieldParser<Buffer> = (value, path) => {
  const fits = value instanceof Uint8Array && value.length > 0 && value.length <= MAX_FILE_BYTES;
  return fits ? Buffer.from(value) : failField(path, `must be 1 to ${MAX_FILE_BYTES} bytes`);
};

export function optional<T>(field: FieldParser<T>): FieldParser<T | undefined> {
  return (value, path) => (value === undefined ? undefined : field(value, path));
}

export function nullable<T>(field: FieldParser<T>): FieldParser<T | null> {
  return (value, path) => (value === undefined || value === null ? null : field(value, path));
}

export function nullIfInvalid<T>(field: FieldParser<T>): FieldParser<T | null> {
  return (value, path) => {
    try {
      return field(value, path);
    } catch {
      return null;
    }
  };
}

export function array<T>(
  field: FieldParser<T>,
  { min = 0, max }: { min?: number; max: number },
): FieldParser<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) failField(path, 'must be a list');
    if (value.length < min || value.length > max) failField(path, `must have ${min} to ${max} entries`);
    return Array.from(value, (entry, index) => field(entry, `${path}[${index}]`));
  };
}

/** Accepts an object and drops all other properties. */
export function record<T extends object>(fields: { [K in keyof T]-?: FieldParser<T[K]> }): FieldParser<T> {
  const known = Object.entries(fields) as [keyof T & string, FieldParser<unknown>][];
  return (value, path) => {
    if (typeof value !== 'object' || value === null) failField(path, 'must be an object');
    const parsed: Partial<Record<keyof T, unknown>> = {};
    for (const [name, parseField] of known) {
      const property = parseField((value as Record<string, unknown>)[name], `${path}.${name}`);
      if (property !== undefined) parsed[name] = property;
    }
    return parsed as T;
  };
}
