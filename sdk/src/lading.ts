import { Client, type LadingOptions } from './client.js';
import { RESOURCES } from './resources.js';

type Bound<T> = { [K in keyof T]: T[K] extends (client: Client) => infer Call ? Call : Bound<T[K]> };
type Resources = Bound<typeof RESOURCES>;

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor assigns the resources
export interface Lading extends Resources {}

/** A client of the Lading API for one key: `new Lading({ apiKey, baseUrl }).quotes.create(…)`. */
export class Lading {
  constructor(options: LadingOptions = {}) {
    Object.assign(this, bindResources(RESOURCES, new Client(options)));
  }
}

function bindResources<T extends object>(table: T, client: Client): Bound<T> {
  const entries = Object.entries(table).map(
    ([name, entry]: [string, ((client: Client) => unknown) | object]) => [
      name,
      typeof entry === 'function' ? entry(client) : bindResources(entry, client),
    ],
  );
  return Object.fromEntries(entries) as Bound<T>;
}
