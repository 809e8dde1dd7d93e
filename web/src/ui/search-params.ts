/** The search parameters of a page: text, as the address bar shows it. */
export type SearchText = Partial<Record<string, string>>;

/** Builds a route's `validateSearch`: keeps the named parameters that have a value and drops all others. */
export function textSearch<K extends string>(...names: K[]) {
  return (search: Record<string, unknown>): Partial<Record<K, string>> => {
    const kept = names.filter((name) => search[name]).map((name) => [name, String(search[name])]);
    return Object.fromEntries(kept) as Partial<Record<K, string>>;
  };
}

/** Like `textSearch`, with `after`: the ids of the last rows of the pages before this one, comma-separated. */
export function listSearch<K extends string = never>(...filters: K[]) {
  return textSearch<K | 'after'>(...filters, 'after');
}

const PAGE_SIZE = 25;

/** Turns the search parameters of a list page into the query of the list endpoint. */
export function toListQuery({ after, ...filters }: SearchText): Record<string, string | number> {
  const lastId = after?.split(',').at(-1);
  return {
    limit: PAGE_SIZE,
    ...(Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Record<string, string>),
    ...(lastId && { starting_after: lastId }),
  };
}

/** Keeps every parameter as text: TanStack Router's default would parse "123" as a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
