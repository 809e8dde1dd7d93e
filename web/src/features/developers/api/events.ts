import { apiQuery, listQuery, type ApiContext } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

const MAX_SHIPMENT_EVENTS = 20;

export const eventQueries = {
  list: (context: ApiContext, filters: SearchText) => ({
    ...listQuery(context, ['events', 'list', filters], (lading) => lading.events.list(toListQuery(filters))),
    refetchInterval: 10_000,
  }),
  detail: (context: ApiContext, id: string) =>
    apiQuery(context, ['events', id], (lading) => lading.events.get(id)),
  forShipment: (context: ApiContext, freightId: number) =>
    apiQuery(context, ['events', 'shipment', freightId], (lading) =>
      lading.events.list({ freight_id: freightId, limit: MAX_SHIPMENT_EVENTS }),
    ),
};
