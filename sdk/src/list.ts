/** One page, as the service answers it. */
export interface Page {
  data: unknown[];
  has_more: boolean;
}

interface PageQuery {
  limit?: number;
  ending_before?: unknown;
}

/** The most that a page holds: who wants all of them asks as seldom as possible. */
const MAX_PAGE_SIZE = 100;

/** A list that asks for nothing yet: `await` gives its first page, `for await` every record of all pages. */
export class List<P extends Page> implements PromiseLike<P>, AsyncIterable<P['data'][number]> {
  /** @param cursor the field of a record that the next page starts after */
  constructor(
    private readonly query: PageQuery,
    private readonly cursor: string,
    private readonly page: (query: object) => Promise<P>,
  ) {}

  // oxlint-disable-next-line unicorn/no-thenable -- to be awaited is what it is for
  then<A = P, B = never>(
    done?: ((page: P) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.page(this.query).then(done, failed);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<P['data'][number], void, undefined> {
    const backward = this.query.ending_before !== undefined;
    for (let query: object = { limit: MAX_PAGE_SIZE, ...this.query }; ;) {
      const { data, has_more } = await this.page(query);
      // Backward every page is the next newer one, newest first: turned around the records follow each other.
      if (backward) data.reverse();
      yield* data as Awaited<P['data'][number]>[];
      const last = data.at(-1) as Record<string, unknown> | undefined;
      if (!has_more || !last) return;
      query = { ...query, [backward ? 'ending_before' : 'starting_after']: last[this.cursor] };
    }
  }
}
