import { listDefinedEvents } from './define-event.js';

const ALL_EVENTS = '*';

/** Returns what a subscription may contain to receive the type: `shipment.booked`, `shipment.*` and `*`. */
export function listMatchingPatterns(type: string): string[] {
  return [type, `${type.split('.')[0]}.*`, ALL_EVENTS];
}

/** Returns the defined types that a name or wildcard matches; an empty list if there is none. */
export function listMatchedTypes(pattern: string): string[] {
  return listDefinedEvents()
    .map(({ name }) => name)
    .filter((type) => listMatchingPatterns(type).includes(pattern));
}

/** Returns every value that a subscription may contain: all types, then the wildcards. */
export function listEventPatterns(): string[] {
  const types = listDefinedEvents().map(({ name }) => name);
  return [...new Set([...types, ...types.flatMap(listMatchingPatterns)])];
}
