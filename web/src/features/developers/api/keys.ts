import { listQuery, type ApiContext, type Resource } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

export const KEY_WRITES: readonly Resource[] = ['keys', 'limits', 'audit-log'];

export const keyQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['keys', filters], (lading) => lading.keys.list(toListQuery(filters))),
};
