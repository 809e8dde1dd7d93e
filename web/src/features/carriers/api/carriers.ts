import { apiQuery, listQuery, type ApiContext, type Resource } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

/** The resources that change when a carrier is connected, changed or disconnected. */
export const CONNECTION_WRITES: readonly Resource[] = ['carrier-connections', 'carriers', 'audit-log'];

const MAX_CARRIERS = 100;

export const carrierQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['carriers', 'list', filters], (lading) => lading.carriers.list(toListQuery(filters))),
  /** The first carriers, without paging. */
  all: (context: ApiContext) =>
    apiQuery(context, ['carriers', 'all'], (lading) => lading.carriers.list({ limit: MAX_CARRIERS })),
};

export const adapterQueries = {
  all: (context: ApiContext) => apiQuery(context, ['adapters'], (lading) => lading.adapters.list()),
};

export const connectionQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['carrier-connections', 'list', filters], (lading) =>
      lading.carrierConnections.list(toListQuery(filters)),
    ),
};

export const carrierCallQueries = {
  list: (context: ApiContext, filters: SearchText) => ({
    ...listQuery(context, ['carrier-calls', filters], (lading) =>
      lading.carrierCalls.list(toListQuery(filters)),
    ),
    // Quotes, bookings and tracking all add calls.
    staleTime: 0,
  }),
};
