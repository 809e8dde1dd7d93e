/** Which page of a list is wanted: after or before the row with an id, newest first; at most one of the two. */
export interface PageRequest {
  limit: number;
  starting_after?: number;
  ending_before?: number;
}

/** One page of a list as services return it, newest first. The envelope is put around it on the way out. */
export class Page<T> {
  constructor(
    readonly data: T[],
    readonly hasMore: boolean,
    /** Top-level fields beside the envelope's own, e.g. `quote_group_id`. */
    readonly extra: Record<string, unknown> = {},
  ) {}

  map<U>(present: (item: T) => U): Page<U> {
    return new Page(this.data.map(present), this.hasMore, this.extra);
  }
}
