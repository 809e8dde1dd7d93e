import { apiQuery, listQuery, type ApiContext } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

const MAX_CHOICES = 100;

export const customerQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['customers', 'list', filters], (lading) =>
      lading.customers.list(toListQuery(filters)),
    ),
  detail: (context: ApiContext, id: number) =>
    apiQuery(context, ['customers', id], (lading) => lading.customers.get(id)),
  /** The newest customers, for a select. */
  choices: (context: ApiContext) =>
    apiQuery(context, ['customers', 'choices'], (lading) => lading.customers.list({ limit: MAX_CHOICES })),
};
