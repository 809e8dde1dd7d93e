/** The tenant has no such row. A request that names it by its id gets 404. */
export class RowMissing extends Error {
  constructor() {
    super('No such resource.');
  }
}
