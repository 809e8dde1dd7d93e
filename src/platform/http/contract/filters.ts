import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsISO8601, Matches, MaxLength } from 'class-validator';
import { BOUNDS, declareFilter, type Bound, type RangeUnit } from '../../tenancy/list-filters.js';
import { DATE_PATTERN, DAY_PATTERN } from './dates.js';
import { field, MAX_TEXT, rule, Text } from './fields.js';
import { isPrintable, buildPrintablePattern } from './printable.js';
import { QueryId } from './query-fields.js';

/**
 * Each decorator validates a query parameter, documents it, and tells `OwnedRepository.page` which column it filters.
 * `column` is the property of the entity; by default the parameter's name in camel case.
 */

export function IdFilter(column?: string): PropertyDecorator {
  return applyDecorators(QueryId(), ColumnFilter(column));
}

export function IdInArrayFilter(column: string): PropertyDecorator {
  return applyDecorators(QueryId(), ColumnFilter(column, 'holds'));
}

/** Filters by exact text; `normalize` converts the parameter to its stored form. */
export function TextFilter(
  options: { column?: string; normalize?: (text: string) => string } = {},
): PropertyDecorator {
  return applyDecorators(
    Normalize(options.normalize),
    Text({ optional: true, min: 1 }),
    ColumnFilter(options.column),
  );
}

/** Filters by one of several indexed SQL expressions equal to the text. */
export function AnyColumnFilter(expressions: readonly string[]): PropertyDecorator {
  return applyDecorators(Text({ optional: true, min: 1 }), (prototype: object, property: string | symbol) =>
    declareFilter(prototype, property as string, { kind: 'either', expressions }),
  );
}

const MAX_SEARCH = 100;
const MAX_WORDS = 5;

/** Filters by words or parts of words in the column `search`. */
export function SearchFilter(): PropertyDecorator {
  return applyDecorators(
    field(
      { optional: true, example: 'acme chicago' },
      {
        type: String,
        minLength: 3,
        maxLength: MAX_SEARCH,
        pattern: buildPrintablePattern({ lines: false, blank: false, word: 3 }),
      },
      rule(
        'isSearch',
        (text) =>
          typeof text === 'string' &&
          text.length <= MAX_SEARCH &&
          /\S{3}/.test(text) &&
          text.trim().split(/\s+/).length <= MAX_WORDS &&
          isPrintable(text),
        `$property must have at most ${MAX_SEARCH} characters and ${MAX_WORDS} words, one of them with at least 3 characters`,
      ),
    ),
    (prototype: object, property: string | symbol) =>
      declareFilter(prototype, property as string, { kind: 'search', column: 'search' }),
  );
}

export function ScacFilter(column = 'scac'): PropertyDecorator {
  return applyDecorators(
    Normalize((text) => text.toUpperCase()),
    field(
      { optional: true, example: 'SIM1' },
      { type: String, minLength: 2, maxLength: 4, pattern: '^[A-Za-z][A-Za-z0-9]{1,3}$' },
      Matches(/^[A-Z][A-Z0-9]{1,3}$/, { message: '$property must be a SCAC such as SIM1' }),
    ),
    ColumnFilter(column),
  );
}

export function AnyOf(
  values: readonly string[],
  options: { column?: string; anyCase?: boolean } = {},
): PropertyDecorator {
  return applyDecorators(CommaSeparated(values, options), ColumnFilter(options.column));
}

/**
 * Converts comma-separated values to an array. Documented as one string, because clients serialize array parameters in
 * different ways.
 */
export function CommaSeparated(
  values: readonly string[],
  { anyCase = false, byDefault }: { anyCase?: boolean; byDefault?: string } = {},
): PropertyDecorator {
  const choice = values.map((value) => value.replaceAll('.', '[.]')).join('|');
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' ? (anyCase ? value.toLowerCase() : value).split(',') : (value as unknown),
    ),
    field(
      { optional: true, example: values[0] },
      {
        type: String,
        pattern: `^(${choice})(,(${choice}))*$`,
        maxLength: MAX_TEXT,
        ...(byDefault !== undefined && { default: byDefault }),
      },
      rule(
        'areOf',
        (words) =>
          Array.isArray(words) &&
          words.join(',').length <= MAX_TEXT &&
          words.every((word) => values.includes(word as string)),
        `$property must be a comma-separated list of: ${values.join(', ')}`,
      ),
    ),
  );
}

/**
 * Class decorator: adds the filters `name[gte]`, `name[gt]`, `name[lt]` and `name[lte]` on a column of timestamps or
 * days.
 */
export function RangeFilter(
  name: string,
  { column, unit, subject }: { column: string; unit: RangeUnit; subject: string },
): ClassDecorator {
  return ({ prototype }) => {
    for (const bound of BOUNDS) {
      const param = `${name}[${bound}]`;
      buildBoundField(unit, `${subject} ${BOUND_DESCRIPTIONS[unit][bound]}.`)(prototype as object, param);
      declareFilter(prototype as object, param, { kind: 'bound', column, bound, unit });
    }
  };
}

const BOUND_DESCRIPTIONS: Record<RangeUnit, Record<Bound, string>> = {
  instant: {
    gte: 'at or after this time; a date means the start of that day in UTC',
    gt: 'after this time; a date means the end of that day in UTC',
    lt: 'before this time; a date means the start of that day in UTC',
    lte: 'at or before this time; a date means the end of that day in UTC',
  },
  day: {
    gte: 'on or after this day',
    gt: 'after this day',
    lt: 'before this day',
    lte: 'on or before this day',
  },
};

function buildBoundField(unit: RangeUnit, description: string): PropertyDecorator {
  const pattern = unit === 'day' ? DAY_PATTERN : DATE_PATTERN;
  return field(
    { optional: true, example: '2026-11-24' },
    { type: String, description, maxLength: 35, pattern: pattern.source },
    MaxLength(35),
    Matches(pattern, {
      message: `$property must be a date such as 2026-11-24${unit === 'day' ? '' : ', or a timestamp'}`,
    }),
    IsISO8601({ strict: true, strictSeparator: true }),
  );
}

/** Declares the column of a filter that has validation rules of its own. */
export function ColumnFilter(column?: string, kind: 'equal' | 'holds' = 'equal'): PropertyDecorator {
  return (prototype, property) =>
    declareFilter(prototype, property as string, {
      kind,
      column: column ?? toCamelCase(property as string),
    });
}

function Normalize(normalize: ((text: string) => string) | undefined): PropertyDecorator {
  return Transform(({ value }) =>
    typeof value === 'string' && normalize ? normalize(value) : (value as unknown),
  );
}

function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
