import 'reflect-metadata';

export const BOUNDS = ['gte', 'gt', 'lt', 'lte'] as const;
export type Bound = (typeof BOUNDS)[number];
export type RangeUnit = 'instant' | 'day';

/** How a query parameter filters a list. Columns are properties of the entity. */
export type ListFilter =
  /** The column equals the value, or one of several. */
  | { kind: 'equal'; column: string }
  /** The column, an array, contains the value. */
  | { kind: 'holds'; column: string }
  /** One of these SQL expressions equals the value. */
  | { kind: 'either'; expressions: readonly string[] }
  /** The column, a text, contains each word of the value. */
  | { kind: 'search'; column: string }
  /** The column is on this side of a day or an instant. */
  | { kind: 'bound'; column: string; bound: Bound; unit: RangeUnit };

/** A half-open range: `from` ≤ column < `before`. */
export interface ColumnRange {
  column: string;
  from?: Date | string;
  before?: Date | string;
}

/** The filters of a query with their values. */
export interface ListConditions {
  equal: Map<string, unknown[]>;
  holds: Map<string, unknown>;
  either: { expressions: readonly string[]; value: unknown }[];
  ranges: ColumnRange[];
  search?: { column: string; words: string[] };
}

const FILTERS_METADATA = 'list-filters';
const DAY_MS = 24 * 60 * 60_000;

/** Declares a parameter of a query class as a filter, which `OwnedRepository.page` applies. */
export function declareFilter(prototype: object, param: string, filter: ListFilter): void {
  const declared = new Map(getFilters(prototype));
  Reflect.defineMetadata(FILTERS_METADATA, declared.set(param, filter), prototype);
}

/** Returns the filters by parameter of a query, or of the prototype of its class. */
export function getFilters(query: object): ReadonlyMap<string, ListFilter> {
  return (Reflect.getMetadata(FILTERS_METADATA, query) as Map<string, ListFilter> | undefined) ?? new Map();
}

export function buildConditions(query: object): ListConditions {
  const conditions: ListConditions = { equal: new Map(), holds: new Map(), either: [], ranges: [] };
  const ranges = new Map<string, ColumnRange>();
  for (const [param, filter] of getFilters(query)) {
    const value = (query as Record<string, unknown>)[param];
    if (value === undefined) continue;
    if (filter.kind === 'equal')
      conditions.equal.set(filter.column, [...new Set(Array.isArray(value) ? value : [value])]);
    else if (filter.kind === 'holds') conditions.holds.set(filter.column, value);
    else if (filter.kind === 'either') conditions.either.push({ expressions: filter.expressions, value });
    else if (filter.kind === 'search')
      conditions.search = { column: filter.column, words: (value as string).split(/\s+/).filter(Boolean) };
    else
      ranges.set(
        filter.column,
        narrowRange(ranges.get(filter.column) ?? { column: filter.column }, filter, value as string),
      );
  }
  return { ...conditions, ranges: [...ranges.values()] };
}

/**
 * Applies a bound to a half-open range. A day covers 24 hours, and an instant covers one millisecond, the precision of
 * responses. So `gt` starts after that time, and `lte` ends after it.
 */
function narrowRange(
  range: ColumnRange,
  { bound, unit }: Extract<ListFilter, { kind: 'bound' }>,
  text: string,
): ColumnRange {
  const width = text.length === 10 ? DAY_MS : 1;
  const edge = new Date(parseStartMs(text) + (bound === 'gt' || bound === 'lte' ? width : 0));
  const value = unit === 'day' ? edge.toISOString().slice(0, 10) : edge;
  const end = bound === 'gte' || bound === 'gt' ? 'from' : 'before';
  const current = range[end];
  const isNarrower = current === undefined || (end === 'from' ? value > current : value < current);
  return isNarrower ? { ...range, [end]: value } : range;
}

/** Returns the milliseconds of an instant or of a day's start. A text without a time zone is in UTC. */
export function parseStartMs(text: string): number {
  const hasZone = text.length === 10 || /(Z|[+-]\d{2}:?\d{2})$/.test(text);
  return Date.parse(hasZone ? text : `${text}Z`);
}
