import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { CliError, EXIT_CODES } from './errors.js';

export function toId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Enter an ID: a positive integer.');
  return Number(text);
}

export function toLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > 100)
    throw new InvalidArgumentError('Enter a number from 1 to 100.');
  return limit;
}

export function toDate(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new InvalidArgumentError('Enter a date as YYYY-MM-DD.');
  return text;
}

export function toTime(text: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) throw new InvalidArgumentError('Enter a time as HH:MM.');
  return text;
}

/** Parses the base URL of a service. Rejects a query, a fragment and a user name. */
export function toBaseUrl(text: string): string {
  const url = parseHttpUrl(text);
  if (!url || url.search || url.hash || url.username)
    throw new InvalidArgumentError('Enter a URL such as http://localhost:3000.');
  return url.href.replace(/\/+$/, '');
}

/** Parses where to forward events: a URL, or a local port with an optional path. */
export function toTarget(text: string): string {
  const port = /^(?:localhost:)?(\d{1,5})(\/.*)?$/.exec(text);
  const url = parseHttpUrl(port ? `http://localhost:${port[1]}${port[2] ?? '/'}` : text);
  if (!url || url.username)
    throw new InvalidArgumentError('Enter a URL such as http://localhost:4242/hooks, or a port.');
  return url.href;
}

function parseHttpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

interface Place {
  city: string;
  state: string;
  zip: string;
  country?: 'CA';
}

/** Parses `Los Angeles, CA 90001`, `Toronto, ON M5V 3L9`, or the ID of a saved address. */
export function toPlace(text: string): Place | { address_id: number } {
  if (/^\d{1,15}$/.test(text)) return { address_id: toId(text) };
  const [, city, state, zip] =
    /^([^,]+),\s*([A-Za-z]{2}),?\s+(\d{5}(?:-\d{4})?|[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d)$/.exec(text.trim()) ??
    [];
  if (!city || !state || !zip)
    throw new InvalidArgumentError('Enter a place as "Los Angeles, CA 90001", or the ID of a saved address.');
  const isCanadian = /^[A-Za-z]/.test(zip);
  return { city: city.trim(), state: state.toUpperCase(), zip, ...(isCanadian && { country: 'CA' }) };
}

export interface Item {
  weight: number;
  freight_class: string;
  length: number;
  width: number;
  height: number;
  quantity?: number;
}

const ITEM =
  /^(?:(\d+)\*)?(\d+(?:\.\d+)?)lb,(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?),class=?(\d+(?:\.\d+)?)$/i;

/** Appends `500lb,48x40x48,class92.5` to the items. `3*1500lb,…` are three units that weigh 1,500 lb in total. */
export function toItem(text: string, before: Item[] = []): Item[] {
  const [, quantity, weight, length, width, height, freightClass] = ITEM.exec(text.replaceAll(' ', '')) ?? [];
  if (!weight || !freightClass)
    throw new InvalidArgumentError('Enter an item as [QUANTITY*]WEIGHTlb,LENGTHxWIDTHxHEIGHT,classCLASS.');
  const item = {
    weight: Number(weight),
    length: Number(length),
    width: Number(width),
    height: Number(height),
  };
  return [
    ...before,
    {
      ...item,
      freight_class: freightClass,
      ...(quantity && { quantity: Number(quantity) }),
    },
  ];
}

/** Parses `destination_liftgate,inside_delivery` into the `accessorials` of a request. */
export function toAccessorials(text: string): Record<string, true> {
  const words = toList(text);
  if (!words.every((word) => /^[a-z_]+$/.test(word)))
    throw new InvalidArgumentError('Enter accessorials such as destination_liftgate, separated by commas.');
  return Object.fromEntries(words.map((word) => [word, true]));
}

/** Appends `PO=554238` to the references. */
export function toReference(text: string, before: { name: string; value: string }[] = []) {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (!name || !value) throw new InvalidArgumentError('Enter a reference as NAME=VALUE.');
  return [...before, { name, value }];
}

export function toList(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('')) throw new InvalidArgumentError('Enter values separated by commas.');
  return words;
}

export function toEventTypes(text: string): string[] {
  const types = toList(text);
  if (!types.every((type) => /^[a-z_]+\.[a-z_]+$/.test(type)))
    throw new InvalidArgumentError('Enter event types such as shipment.delivered, separated by commas.');
  return types;
}

/** Reads a JSON object from a file, or from standard input if the name is `-`. */
export function readJsonFile(file: string): object {
  try {
    const value: unknown = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new CliError(`${file}: ${(error as Error).message}`, EXIT_CODES.usage);
  }
  throw new CliError(`${file} contains no JSON object.`, EXIT_CODES.usage);
}
