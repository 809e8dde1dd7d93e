import { apiQuery, type ApiContext } from '../../../session/api-query';

export const limitQueries = {
  current: (context: ApiContext) => apiQuery(context, ['limits'], (lading) => lading.limits.get()),
};
