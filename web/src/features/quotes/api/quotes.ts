import type { Schemas } from '@lading/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { apiQuery, type ApiContext } from '../../../session/api-query';

export const quoteQueries = {
  detail: (context: ApiContext, id: number) =>
    apiQuery(context, ['quotes', id], (lading) => lading.quotes.get(id)),
  /** All quotes of one request. */
  group: (context: ApiContext, group: string) =>
    apiQuery(context, ['quotes', 'group', group], (lading) => lading.quotes.group(group)),
  /** The freight class that the density of an item suggests. */
  classSuggestion: (context: ApiContext, item: Schemas['MeasuredItem']) => ({
    ...apiQuery(context, ['freight-classes', item], (lading) =>
      lading.freightClasses.suggest({ items: [item] }),
    ),
    placeholderData: keepPreviousData,
  }),
};
