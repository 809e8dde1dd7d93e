import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsISO8601, Matches, MaxLength } from 'class-validator';
import { BOUNDS, declareFilter, type Bound, type RangeUnit } from '../../tenancy/list-filters.js';
import { DATE_PATTERN, DAY_PATTERN } from './dates.js';
import { field, MAX_TEXT, rule, Text } from './fields.js';
import { isPrintable, buildPrintablePattern } from './printable.js';
import { QueryId } from './query-fields.js';

/*
 * One decorator a filter: it validates the parameter, puts it into the document and tells `OwnedRepository.page` which
 * column it narrows. `column` is the entity's name, where it isn't the parameter's own in camel case.
 */

/** Only rows that belong to another resource. */
export function IdFilter(column?: string): PropertyDecorator {
  return applyDecorators(QueryId(), ColumnFilter(column));
}

/** Only rows that belong to another resource among several, whose ids are a column. */
export function IdInArrayFilter(column: string): PropertyDecorator {
  return applyDecorators(QueryId(), ColumnFilter(column, 'holds'));
}

/** Only rows with exactly this text; `normalize` makes what is stored of what is sent. */
export function TextFilter(
  options: { column?: string; normalize?: (text: string) => string } = {},
): PropertyDecorator {
  return applyDecorators(
    Normalize(options.normalize),
    Text({ optional: true, min: 1 }),
    ColumnFilter(options.column),
  );
}

/** Only rows where one of these expressions of their table is this text; each has an index. */
export function AnyColumnFilter(expressions: readonly string[]): PropertyDecorator {
  return applyDecorators(Text({ optional: true, min: 1 }), (prototype: object, property: string | symbol) =>
    declareFilter(prototype, property as string, { kind: 'either', expressions }),
  );
}

const MAX_SEARCH = 100;
const MAX_WORDS = 5;

/** Only rows with these words, or parts of words, in what they are found by: the column `search`. */
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
        `$property must have at most ${MAX_SEARCH} characters and ${MAX_WORDS} words, one of three characters at least`,
      ),
    ),
    (prototype: object, property: string | symbol) =>
      declareFilter(prototype, property as string, { kind: 'search', column: 'search' }),
  );
}

/** Only rows with this SCAC, in upper or lower case. */
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

/** Only rows with one of these words; several are parted by commas. */
export function AnyOf(
  values: readonly string[],
  options: { column?: string; anyCase?: boolean } = {},
): PropertyDecorator {
  return applyDecorators(CommaSeparated(values, options), ColumnFilter(options.column));
}

/**
 * Words parted by commas become a list, which a service reads itself. The document has them as one text: clients part an
 * array's items each in its own way.
 */
export function CommaSeparated(
  values: readonly string[],
  { anyCase = false, byDefault }: { anyCase?: boolean; byDefault?: string } = {},
): PropertyDecorator {
  const one = values.map((value) => value.replaceAll('.', '[.]')).join('|');
  return applyDecorators(
    Transform(({ value }) =>
      typeof value === 'string' ? (anyCase ? value.toLowerCase() : value).split(',') : (value as unknown),
    ),
    field(
      { optional: true, example: values[0] },
      {
        type: String,
        pattern: `^(${one})(,(${one}))*$`,
        maxLength: MAX_TEXT,
        ...(byDefault !== undefined && { default: byDefault }),
      },
      rule(
        'areOf',
        (words) =>
          Array.isArray(words) &&
          words.join(',').length <= MAX_TEXT &&
          words.every((word) => values.includes(word as string)),
        `$property must be one or several, parted by commas, of: ${values.join(', ')}`,
      ),
    ),
  );
}

/** For a class: `name[gte]`, `name[gt]`, `name[lt]`, `name[lte]` over a column of instants or of days. */
export function RangeFilter(
  name: string,
  { column, unit, of }: { column: string; unit: RangeUnit; of: string },
): ClassDecorator {
  return ({ prototype }) => {
    for (const bound of BOUNDS) {
      const param = `${name}[${bound}]`;
      buildBoundField(unit, `${of} ${BOUND_DESCRIPTIONS[unit][bound]}.`)(prototype as object, param);
      declareFilter(prototype as object, param, { kind: 'bound', column, bound, unit });
    }
  };
}

const BOUND_DESCRIPTIONS: Record<RangeUnit, Record<Bound, string>> = {
  instant: {
    gte: 'at this time or later; a day counts from its start, in UTC',
    gt: 'later than this; a day counts as a whole, in UTC',
    lt: 'before this; a day counts from its start, in UTC',
    lte: 'at this time or before; a day counts as a whole, in UTC',
  },
  day: {
    gte: 'on this day or later',
    gt: 'later than this day',
    lt: 'before this day',
    lte: 'on this day or before',
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

/** For a filter with rules of its own. */
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
