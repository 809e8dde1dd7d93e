import { apiQuery, listQuery, type ApiContext, type Resource } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

/** Deliveries are cached below their endpoint, so they refresh with it. */
export const WEBHOOK_WRITES: readonly Resource[] = ['webhooks', 'limits', 'audit-log'];

const DELIVERY_REFRESH_MS = 5_000;

export const webhookQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['webhooks', 'list', filters], (lading) => lading.webhooks.list(toListQuery(filters))),
  detail: (context: ApiContext, id: number) =>
    apiQuery(context, ['webhooks', id], (lading) => lading.webhooks.get(id)),
  deliveries: (context: ApiContext, id: number, filters: SearchText) => ({
    ...listQuery(context, ['webhooks', id, 'deliveries', 'list', filters], (lading) =>
      lading.webhooks.deliveries.list(id, toListQuery(filters)),
    ),
    refetchInterval: DELIVERY_REFRESH_MS,
  }),
  delivery: (context: ApiContext, id: number, deliveryId: number) => ({
    ...apiQuery(context, ['webhooks', id, 'deliveries', deliveryId], (lading) =>
      lading.webhooks.deliveries.get(id, deliveryId),
    ),
    refetchInterval: DELIVERY_REFRESH_MS,
  }),
};
