import type { Type } from '@nestjs/common';
import { ExtensionError } from '../../config/extension.js';

/** The resources that an event is about: lists of events are narrowed by them. */
export interface EventSubjects {
  freightId?: number | null;
  /** Several for the answer to a rate request. */
  quoteIds?: number[] | null;
  invoiceId?: number | null;
  customerId?: number | null;
  billId?: number | null;
}

/** One kind of event. Who publishes it and who hears it name this object, and it decides what `data` holds. */
export interface EventDefinition<Data extends object = object> {
  /** What receivers subscribe to, e.g. `quote.expired`. */
  readonly name: string;
  /** What has happened, in one sentence. */
  readonly meaning: string;
  /** The class that describes `data` in the document. */
  readonly data: Type<Data>;
  /** What `data` looks like: in the document, and in a simulation without a test object. Ids are 0, which nothing has. */
  readonly sample: Data;
  /** The scope that shows it, e.g. `quotes.read`; without one only keys with full access see it. */
  readonly scope?: string | undefined;
  /** What it is about, as far as its data say. */
  about?(data: Data): EventSubjects;
}

/** What is said of a new event beside its name. */
export interface NewEvent<Data extends object> {
  meaning: string;
  data: Type<Data>;
  sample: NoInfer<Data>;
  scope?: string;
  about?(data: NoInfer<Data>): EventSubjects;
}

const NAME_PATTERN = /^[a-z_]+\.[a-z_]+$/;
/** The width of the columns that hold it. */
const MAX_NAME_LENGTH = 40;

const definitions = new Map<string, EventDefinition>();

/**
 * Defines an event for good: from then on it can be published, heard, subscribed to and simulated, and the document
 * has it. The feature that publishes it does so while its file is loaded, an extension as well as the core.
 * @param name `resource.word`
 * @throws ExtensionError when the name is taken or no name
 */
export function defineEvent<Data extends object>(
  name: string,
  { meaning, data, sample, scope, about }: NewEvent<Data>,
): EventDefinition<Data> {
  if (!NAME_PATTERN.test(name) || name.length > MAX_NAME_LENGTH)
    throw new ExtensionError(`${name} cannot be the name of an event.`);
  const other = definitions.get(name);
  if (other) {
    throw new ExtensionError(`The event ${name} is defined twice: "${other.meaning}" and "${meaning}"`);
  }
  const definition = { name, meaning, data, sample, scope, ...(about && { about }) };
  definitions.set(name, definition);
  return definition;
}

/** Every event defined so far, by name. To be asked when a request comes, not while files are loaded. */
export function listDefinedEvents(): EventDefinition[] {
  return [...definitions.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function findEventDefinition(name: string): EventDefinition | undefined {
  return definitions.get(name);
}

/** The names of all events, in one line for people. */
export function formatEventNames(): string {
  return listDefinedEvents()
    .map(({ name }) => name)
    .join(', ');
}
