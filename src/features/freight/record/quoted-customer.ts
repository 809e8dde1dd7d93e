import { ApiError } from '../../../platform/http/errors/api-error.js';
import type { Quote } from '../../quotes/quote.entity.js';

/** Who was quoted is who ships: a customer's markup is in the price. @throws ApiError freight_differs_from_quote */
export function assertQuotedCustomer(customerId: number | null, quote: Quote): void {
  if (quote.customerId !== null && customerId !== quote.customerId)
    throw buildCustomerMismatchError(customerId, `customer ${quote.customerId}`);
}

export function buildCustomerMismatchError(customerId: number | null, quoted: string): ApiError {
  return new ApiError('freight_differs_from_quote', {
    param: 'customer_id',
    message: `customer_id is ${customerId}, and the quote is for ${quoted}: the price would be another.`,
  });
}
