import { listQuery, type ApiContext } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';
import { toSuggestionQuery } from './suggestions';

export const addressQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['addresses', 'list', filters], (lading) =>
      lading.addresses.list(toListQuery(filters)),
    ),
  suggestions: (context: ApiContext, text: string) =>
    listQuery(context, ['addresses', 'suggestions', text], (lading) =>
      lading.addresses.list(toSuggestionQuery(text)),
    ),
};
