import type { Schemas } from '@lading/sdk';
import { keepPreviousData } from '@tanstack/react-query';
import { apiQuery, type ApiContext } from '../../../session/api-query';

export interface ReportsByName {
  spend: Schemas['SpendReportList'];
  transit: Schemas['TransitReportList'];
  billing: Schemas['BillingReportList'];
}
export type ReportName = keyof ReportsByName;

/** The search parameters of the reports page. */
export interface ReportSearch {
  from?: string;
  to?: string;
  days?: string;
  group?: string;
  currency?: string;
}

/** Returns the date filter of the API: by pickup date, or by creation date. */
export function toDateRange({ from, to, days }: ReportSearch): Record<string, string> {
  const field = days === 'pickup' ? 'pickup_date' : 'created';
  return { ...(from && { [`${field}[gte]`]: from }), ...(to && { [`${field}[lte]`]: to }) };
}

export const reportQueries = {
  report: <N extends ReportName>(context: ApiContext, name: N, dateRange: Record<string, string>) => ({
    ...apiQuery(
      context,
      ['reports', name, dateRange],
      async (lading) => (await lading.reports[name](dateRange)) as ReportsByName[N],
    ),
    placeholderData: keepPreviousData,
  }),
};
