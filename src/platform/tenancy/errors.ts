/** The tenant has no such row. `toApiError` returns 404 `resource_missing`. */
export class RowMissing extends Error {
  constructor() {
    super('No such resource.');
  }
}

/** A search exceeded its time limit: many rows contain the words. `toApiError` returns 503 `search_timeout`. */
export class SearchTimeoutError extends Error {}
