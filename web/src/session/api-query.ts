import type { Lading } from '@lading/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Mode } from './stored-keys';

/** The first part of every query key after the mode. A mutation names the resources that it changes. */
export type Resource =
  | 'adapters'
  | 'addresses'
  | 'audit-log'
  | 'bills'
  | 'carrier-calls'
  | 'carrier-connections'
  | 'carriers'
  | 'customers'
  | 'edi'
  | 'events'
  | 'freight'
  | 'freight-classes'
  | 'invitations'
  | 'invoices'
  | 'keys'
  | 'limits'
  | 'members'
  | 'organization'
  | 'products'
  | 'quotes'
  | 'reports'
  | 'requests'
  | 'sandbox'
  | 'tariffs'
  | 'tracking'
  | 'webhooks';

/** The client to read with, and the mode that its data belongs to. */
export interface ApiContext {
  lading: Lading;
  mode: Mode;
}

/** Builds the options of a query. The key starts with the mode, so test and live data never mix in the cache. */
export function apiQuery<T>(
  { lading, mode }: ApiContext,
  key: readonly [Resource, ...unknown[]],
  read: (lading: Lading) => PromiseLike<T>,
) {
  return queryOptions({ queryKey: toQueryKey(mode, key), queryFn: async (): Promise<T> => read(lading) });
}

export interface ListPage<R> {
  data: R[];
  has_more: boolean;
}

/** Builds the options of a query for a page of a list. The page before stays visible until the new one arrives. */
export function listQuery<P extends ListPage<unknown>>(
  { lading, mode }: ApiContext,
  key: readonly [Resource, ...unknown[]],
  read: (lading: Lading) => PromiseLike<P>,
) {
  return queryOptions({
    queryKey: toQueryKey(mode, key),
    // `P` intersects two array types. Naming the row type lets components infer it.
    queryFn: async (): Promise<ListPage<P['data'][number]>> => read(lading),
    placeholderData: keepPreviousData,
  });
}

function toQueryKey(mode: Mode, key: readonly unknown[]): readonly unknown[] {
  return [mode, ...key];
}
