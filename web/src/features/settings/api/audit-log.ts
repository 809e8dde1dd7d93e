import { listQuery, type ApiContext } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

export const auditLogQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['audit-log', filters], (lading) => lading.auditLog.list(toListQuery(filters))),
};
