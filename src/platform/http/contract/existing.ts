/** What a POST that creates found to exist already: answered with 200 instead of 201. */
export class Existing<T> {
  constructor(readonly resource: T) {}
}
