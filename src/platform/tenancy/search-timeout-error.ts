/** A search that took too long: a word that many rows have, without an index. */
export class SearchTimeoutError extends Error {}
