import 'reflect-metadata';

/** What a bound says of the column it is compared with. */
export const BOUNDS = ['gte', 'gt', 'lt', 'lte'] as const;
export type Bound = (typeof BOUNDS)[number];

/** How a parameter of a list's query narrows the list; columns by the names of the entity. */
export type ListFilter =
  /** The column has the value, or one of several. */
  | { kind: 'equal'; column: string }
  /** The column is a list, and the value in it. */
  | { kind: 'holds'; column: string }
  /** One of these expressions of the table is the value. */
  | { kind: 'either'; expressions: readonly string[] }
  /** The column, a text, has each of these words somewhere in it. */
  | { kind: 'search'; column: string }
  /** The column lies on this side of a day or of an instant. */
  | { kind: 'bound'; column: string; bound: Bound; unit: RangeUnit };

/** A column of instants, or of calendar days. */
export type RangeUnit = 'instant' | 'day';

/** A half-open range of a column: at least `from`, before `before`. */
export interface ColumnRange {
  column: string;
  from?: Date | string;
  before?: Date | string;
}

/** What a query asks of the rows of a list. */
export interface ListConditions {
  /** By column: any of the values. */
  equal: Map<string, unknown[]>;
  /** By column, which is a list: a value in it. */
  holds: Map<string, unknown>;
  /** Values, each of one of the expressions. */
  either: { expressions: readonly string[]; value: unknown }[];
  ranges: ColumnRange[];
  /** Words that a text has in it. */
  search?: { column: string; words: string[] };
}

const FILTERS_METADATA = 'list-filters';
const DAY_MS = 24 * 60 * 60_000;

/** Declares a parameter of a query class as a filter: `OwnedRepository.page` then applies it. */
export function declareFilter(prototype: object, param: string, filter: ListFilter): void {
  const declared = new Map(getFilters(prototype));
  Reflect.defineMetadata(FILTERS_METADATA, declared.set(param, filter), prototype);
}

/** The filters of a query or of its class's prototype, by parameter. */
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
 * A bound as one end of a half-open range. A day is a whole one, and an instant as wide as what answers show of it, a
 * millisecond: so `gt` begins after all of it, and `lte` ends there.
 */
function narrowRange(
  range: ColumnRange,
  { bound, unit }: Extract<ListFilter, { kind: 'bound' }>,
  text: string,
): ColumnRange {
  const start = parseStartMs(text);
  const width = text.length === 10 ? DAY_MS : 1;
  const edge = new Date(start + (bound === 'gt' || bound === 'lte' ? width : 0));
  const value = unit === 'day' ? edge.toISOString().slice(0, 10) : edge;
  const end = bound === 'gte' || bound === 'gt' ? 'from' : 'before';
  const standing = range[end];
  const tighter = standing === undefined || (end === 'from' ? value > standing : value < standing);
  return tighter ? { ...range, [end]: value } : range;
}

/** Milliseconds of a day's start in UTC or of an instant; one without a zone is in UTC. */
export function parseStartMs(text: string): number {
  const zoned = text.length === 10 || /(Z|[+-]\d{2}:?\d{2})$/.test(text);
  return Date.parse(zoned ? text : `${text}Z`);
}
