import { listQuery, type ApiContext } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

export const requestQueries = {
  list: (context: ApiContext, filters: SearchText) => ({
    ...listQuery(context, ['requests', filters], (lading) => lading.requests.list(toListQuery(filters))),
    // Every API call adds an entry.
    staleTime: 0,
  }),
};
