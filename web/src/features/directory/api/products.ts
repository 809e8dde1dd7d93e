import { listQuery, type ApiContext } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';
import { toSuggestionQuery } from './suggestions';

export const productQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['products', 'list', filters], (lading) => lading.products.list(toListQuery(filters))),
  suggestions: (context: ApiContext, text: string) =>
    listQuery(context, ['products', 'suggestions', text], (lading) =>
      lading.products.list(toSuggestionQuery(text)),
    ),
};
