import type { Schemas } from '@lading/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { apiQuery, type ApiContext, type ListPage } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

type Currency = Schemas['Currency'];

interface StatementPage extends ListPage<Schemas['Invoice']> {
  totals: Schemas['AgingBuckets'];
  currencies: Currency[];
}

export const statementQueries = {
  /** The unpaid invoices and open credits of a customer, with the balance of all pages. */
  page: (context: ApiContext, customerId: number, filters: SearchText) => ({
    ...apiQuery<StatementPage>(context, ['invoices', 'statement', customerId, filters], (lading) =>
      lading.customers.statement(customerId, toListQuery(filters)),
    ),
    placeholderData: keepPreviousData,
  }),
  pdf: (context: ApiContext, customerId: number, currency?: Currency) =>
    apiQuery(context, ['invoices', 'statement', customerId, 'pdf', currency], async (lading) =>
      (await lading.customers.statementPdf(customerId, { currency })).blob(),
    ),
};
