import { apiQuery, listQuery, type ApiContext, type Resource } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

/** A tariff also makes its carrier available for quotes. */
export const TARIFF_WRITES: readonly Resource[] = ['tariffs', 'carriers'];

export const tariffQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['tariffs', 'list', filters], (lading) => lading.tariffs.list(toListQuery(filters))),
  detail: (context: ApiContext, id: number) =>
    apiQuery(context, ['tariffs', id], (lading) => lading.tariffs.get(id)),
};
