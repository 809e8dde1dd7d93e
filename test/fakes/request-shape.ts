import assert from 'node:assert/strict';

/** Describes the fault of a request in the fake carrier's words. The fake responds as the carrier does. */
export class ShapeError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

type ShapeCheck = (value: unknown, field: string) => void;

/** Accepts exactly these fields. A `?` at the end of a name makes it optional. */
export function shape(fields: Record<string, ShapeCheck>): ShapeCheck {
  return (value, field) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ShapeError(field, 'an object is due');
    const known = new Set(Object.keys(fields).map((name) => name.replace('?', '')));
    for (const name of Object.keys(value))
      if (!known.has(name)) throw new ShapeError(`${field}.${name}`, 'there is no such field');
    for (const [key, check] of Object.entries(fields)) {
      const name = key.replace('?', '');
      const given = (value as Record<string, unknown>)[name];
      if (given === undefined && key.endsWith('?')) continue;
      check(given, `${field}.${name}`);
    }
  };
}

export function list(check: ShapeCheck, min = 0): ShapeCheck {
  return (value, field) => {
    if (!Array.isArray(value) || value.length < min)
      throw new ShapeError(field, `a list of at least ${min} is due`);
    value.forEach((entry, index) => check(entry, `${field}[${index}]`));
  };
}

export function matching(pattern: RegExp): ShapeCheck {
  return (value, field) => {
    if (typeof value !== 'string' || !pattern.test(value)) throw new ShapeError(field, `${pattern} is due`);
  };
}

export function text(max: number, min = 1): ShapeCheck {
  return matching(new RegExp(`^[^\\p{Cc}]{${min},${max}}$`, 'u'));
}

export function integer(min: number, max: number): ShapeCheck {
  return (value, field) => {
    if (!Number.isInteger(value) || (value as number) < min || (value as number) > max)
      throw new ShapeError(field, `a whole number from ${min} to ${max} is due`);
  };
}

export function decimal(min: number, max: number): ShapeCheck {
  return (value, field) => {
    if (typeof value !== 'number' || value < min || value > max)
      throw new ShapeError(field, 'a number is due');
  };
}

export function oneOf(...values: unknown[]): ShapeCheck {
  return (value, field) => {
    if (!values.includes(value)) throw new ShapeError(field, `one of ${values.join(', ')} is due`);
  };
}

export const flag: ShapeCheck = oneOf(true, false);

/** Checks a sum of the fake. @throws ShapeError */
export function assertBalances(is: number, due: number): void {
  assert.equal(is, due, 'the fake carrier’s arithmetic does not balance');
}

/** Builds a minimal PDF in base64. */
export function buildFakePdf(words: string): string {
  return Buffer.from(`%PDF-1.4\n% ${words}\n%%EOF\n`).toString('base64');
}

/** Formats cents as `$1,234.56`. */
export function formatDollars(cents: number): string {
  return `$${Math.floor(cents / 100).toLocaleString('en-US')}.${String(cents % 100).padStart(2, '0')}`;
}

/** Formats cents as `1234.56`. */
export function formatPlainDollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
