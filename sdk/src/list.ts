/** One page of a list. */
export interface Page {
  data: unknown[];
  has_more: boolean;
}

interface PageQuery {
  limit?: number;
  ending_before?: unknown;
}

/** The limit of the API. Iterating over all pages needs the fewest requests with it. */
const MAX_PAGE_SIZE = 100;

/** A lazy list: `await` reads the first page, `for await` reads every record of all pages. */
export class List<P extends Page> implements PromiseLike<P>, AsyncIterable<P['data'][number]> {
  /** @param cursor the record field whose value the next page starts after */
  constructor(
    private readonly query: PageQuery,
    private readonly cursor: string,
    private readonly page: (query: object) => Promise<P>,
  ) {}

  // oxlint-disable-next-line unicorn/no-thenable -- the list is awaitable by design
  then<A = P, B = never>(
    onFulfilled?: ((page: P) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.page(this.query).then(onFulfilled, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<P['data'][number], void, undefined> {
    const backward = this.query.ending_before !== undefined;
    for (let query: object = { limit: MAX_PAGE_SIZE, ...this.query }; ;) {
      const { data, has_more } = await this.page(query);
      // Backward paging returns newer pages, each newest first. Reversed, the records ascend across pages.
      if (backward) data.reverse();
      yield* data as Awaited<P['data'][number]>[];
      const last = data.at(-1) as Record<string, unknown> | undefined;
      if (!has_more || !last) return;
      query = { ...query, [backward ? 'ending_before' : 'starting_after']: last[this.cursor] };
    }
  }
}
