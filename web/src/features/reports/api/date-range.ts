import type { SearchParams } from '../../../ui/filters';

/** The days that a report is of, as the address bar has them, in the API's words. */
export function toDateRangeQuery({ from, to, days }: SearchParams): Record<string, string> {
  const day = days === 'pickup' ? 'pickup_date' : 'created';
  return { ...(from && { [`${day}[gte]`]: from }), ...(to && { [`${day}[lte]`]: to }) };
}
