/** Which page of a list is wanted: after or before the row with an id, newest first; at most one of the two. */
export interface PageRequest {
  limit: number;
  starting_after?: number;
  ending_before?: number;
}

/** What a page weighs at most, as JSON: it ends early, with more to come, unless its first record alone is heavier. */
export const MAX_PAGE_BYTES = 1_000_000;

/** One page of a list as services return it, newest first. The envelope is put around it on the way out. */
export class Page<T> {
  constructor(
    readonly data: T[],
    readonly hasMore: boolean,
    /** Top-level fields beside the envelope's own such as `quote_group_id`. */
    readonly extra: Record<string, unknown> = {},
    /** Whether it was asked for with `ending_before`: the record next to the cursor is then the last one. */
    readonly backward = false,
  ) {}

  map<U>(present: (item: T) => U): Page<U> {
    return new Page(this.data.map(present), this.hasMore, this.extra, this.backward);
  }

  /** As many of the records, from the cursor on, as weigh no more than a page may; one at least. */
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
