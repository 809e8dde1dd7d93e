import { ApiError, buildFieldErrorsError, type FieldError } from '../../../platform/http/errors/api-error.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { toQuoteDto } from '../../quotes/quote.mapper.js';
import type { ImmutableFieldsDto, QuotedFieldsDto } from './compared-fields.js';
import type { Freight } from './freight.entity.js';
import { toPickupDto } from './freight.mapper.js';

const QUOTED_FIELDS = ['items', 'accessorials', 'limited_access', 'declared_value_cents'] as const;

const FIXED_BY_QUOTE = 'differs from the quote. Request new quotes to change it';
const FIXED_AT_CREATION = 'cannot be changed. Create another draft';
const FIXED_AT_BOOKING = 'cannot be changed here. Send it to POST /freight/{id}/book';

/** @throws ApiError conflicting_values */
export function assertMatchesQuote(body: QuotedFieldsDto, quote: Quote): void {
  const quoted = toQuoteDto(quote);
  assertNoFaults(
    QUOTED_FIELDS.flatMap((name) =>
      findMismatches(name, body[name] ?? undefined, quoted[name], FIXED_BY_QUOTE),
    ),
  );
}

/** @throws ApiError conflicting_values */
export function assertImmutableFields(body: ImmutableFieldsDto, freight: Freight): void {
  assertNoFaults([
    ...findMismatches('quote_id', body.quote_id, freight.quoteId, FIXED_AT_CREATION),
    ...findMismatches('customer_id', body.customer_id, freight.customerId, FIXED_AT_CREATION),
    ...findMismatches('ship_date', toDay(body.ship_date), toDay(freight.shipDate), FIXED_AT_BOOKING),
    ...findMismatches('pickup_date', body.pickup_date, freight.pickupDate, FIXED_AT_BOOKING),
    ...findMismatches('pickup', body.pickup, toPickupDto(freight), FIXED_AT_BOOKING),
  ]);
}

/** The price depends on the customer's markup. @throws ApiError freight_differs_from_quote */
export function assertQuotedCustomer(customerId: number | null, quote: Quote): void {
  if (quote.customerId !== null && customerId !== quote.customerId)
    throw buildCustomerMismatchError(customerId, `customer ${quote.customerId}`);
}

export function buildCustomerMismatchError(customerId: number | null, quoted: string): ApiError {
  return new ApiError('freight_differs_from_quote', {
    param: 'customer_id',
    message: `customer_id is ${customerId}, but the quote was priced for ${quoted}. Request quotes for this customer.`,
  });
}

function findMismatches(param: string, given: unknown, stored: unknown, reason: string): FieldError[] {
  if (given === undefined || isEquivalent(given, stored)) return [];
  return [{ param, message: `${param} ${reason}.` }];
}

/** Clients write the same day as a date or as a timestamp. */
function toDay(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 10) : value;
}

/** Compares the given keys only. Absent, null and false are equal. */
function isEquivalent(given: unknown, stored: unknown): boolean {
  if (isObject(given) && isObject(stored) && Array.isArray(given) === Array.isArray(stored)) {
    const sameLength = !Array.isArray(given) || given.length === (stored as unknown as unknown[]).length;
    return sameLength && Object.entries(given).every(([key, value]) => isEquivalent(value, stored[key]));
  }
  return (given || null) === (stored || null);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function assertNoFaults(faults: FieldError[]): void {
  if (faults.length > 0) throw buildFieldErrorsError(faults, 'conflicting_values');
}
