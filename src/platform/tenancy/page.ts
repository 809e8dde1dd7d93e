/** The page of a list before or after the row with an id, newest first. At most one of the cursors is set. */
export interface PageRequest {
  limit: number;
  starting_after?: number;
  ending_before?: number;
}

/** Maximum JSON bytes of a page. A page ends early, with `hasMore`, unless its first record alone is larger. */
export const MAX_PAGE_BYTES = 1_000_000;

/** One page of a list, newest first, before it gets its response envelope. */
export class Page<T> {
  constructor(
    readonly data: T[],
    readonly hasMore: boolean,
    /** Additional top-level fields of the response such as `quote_group_id`. */
    readonly extra: Record<string, unknown> = {},
    /** True for a page requested by `ending_before`: its last record is next to the cursor. */
    readonly backward = false,
  ) {}

  map<U>(present: (item: T) => U): Page<U> {
    return new Page(this.data.map(present), this.hasMore, this.extra, this.backward);
  }

  /** Returns the page with as many records from the cursor on as fit into `MAX_PAGE_BYTES`, and at least one. */
  light(): Page<T> {
    const { data, backward } = this;
    const fromCursor = backward ? data.toReversed() : data;
    let bytes = 0;
    let count = 0;
    for (const record of fromCursor) {
      bytes += Buffer.byteLength(JSON.stringify(record));
      if (bytes > MAX_PAGE_BYTES && count > 0) break;
      count++;
    }
    if (count === data.length) return this;
    return new Page(backward ? data.slice(-count) : data.slice(0, count), true, this.extra, backward);
  }
}
