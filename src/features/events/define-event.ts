import type { Type } from '@nestjs/common';
import { ExtensionError } from '../../config/extension.js';

/** The resources that an event is about. Lists of events filter by them. */
export interface EventSubjects {
  freightId?: number | null;
  /** All quotes of a rate request. */
  quoteIds?: number[] | null;
  invoiceId?: number | null;
  customerId?: number | null;
  billId?: number | null;
}

/** One type of event. Publishers and handlers refer to this object, which types the event's `data`. */
export interface EventDefinition<Data extends object = object> {
  /** The event type, such as `quote.expired`. */
  readonly name: string;
  /** Describes the event in one sentence. */
  readonly meaning: string;
  /** The class that describes `data` in the OpenAPI document. */
  readonly data: Type<Data>;
  /** Sample data for the OpenAPI document and for simulations without a test object. All ids are 0, which no row has. */
  readonly sample: Data;
  /** The scope that an API key needs to see the event. Without one only keys with full access see it. */
  readonly scope?: string | undefined;
  /** Returns the subjects that `data` contains. */
  about?(data: Data): EventSubjects;
}

export interface NewEvent<Data extends object> {
  meaning: string;
  data: Type<Data>;
  sample: NoInfer<Data>;
  scope?: string;
  about?(data: NoInfer<Data>): EventSubjects;
}

const NAME_PATTERN = /^[a-z_]+\.[a-z_]+$/;
/** The width of the database columns. */
const MAX_NAME_LENGTH = 40;

const definitions = new Map<string, EventDefinition>();

/**
 * Defines an event type. Call it at module level of the feature or extension that publishes the event.
 * @param name `resource.word`
 * @throws ExtensionError if the name is invalid or already defined
 */
export function defineEvent<Data extends object>(
  name: string,
  { meaning, data, sample, scope, about }: NewEvent<Data>,
): EventDefinition<Data> {
  if (!NAME_PATTERN.test(name) || name.length > MAX_NAME_LENGTH)
    throw new ExtensionError(
      `Invalid event name: ${name}. Use the form resource.word with lowercase letters and at most ${MAX_NAME_LENGTH} characters.`,
    );
  const other = definitions.get(name);
  if (other) {
    throw new ExtensionError(
      `Event ${name} is defined twice: "${other.meaning}" and "${meaning}". Rename one of them.`,
    );
  }
  const definition = { name, meaning, data, sample, scope, ...(about && { about }) };
  definitions.set(name, definition);
  return definition;
}

/** Removes a definition. A test that defines an event calls it, because test files of one process share the definitions. */
export function removeEventDefinition({ name }: EventDefinition): void {
  definitions.delete(name);
}

/** Lists all defined events by name. Call it after startup: modules define events while they load. */
export function listDefinedEvents(): EventDefinition[] {
  return [...definitions.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function findEventDefinition(name: string): EventDefinition | undefined {
  return definitions.get(name);
}

/** Returns the names of all events, separated by commas. */
export function formatEventNames(): string {
  return listDefinedEvents()
    .map(({ name }) => name)
    .join(', ');
}
