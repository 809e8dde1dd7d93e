import { apiQuery, listQuery, type ApiContext, type Resource } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

/** The resources that change when tracking starts, refreshes or stops. */
export const TRACKING_WRITES: readonly Resource[] = ['tracking', 'freight'];

export const trackingQueries = {
  list: (context: ApiContext, filters: SearchText) => ({
    ...listQuery(context, ['tracking', 'list', filters], (lading) =>
      lading.tracking.list(toListQuery(filters)),
    ),
    refetchInterval: 30_000,
  }),
  forShipment: (context: ApiContext, freightId: number) => ({
    ...apiQuery(context, ['tracking', 'shipment', freightId], (lading) => lading.freight.tracking(freightId)),
    refetchInterval: 15_000,
  }),
};
