import type { Search } from '../../ui/filters';

/** The days that a report is of, as the address bar has them, in the API's words. */
export function rangeOf({ from, to, days }: Search): Record<string, string> {
  const day = days === 'pickup' ? 'pickup_date' : 'created';
  return { ...(from && { [`${day}[gte]`]: from }), ...(to && { [`${day}[lte]`]: to }) };
}
