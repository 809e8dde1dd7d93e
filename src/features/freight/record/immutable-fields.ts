import { Allow } from 'class-validator';
import { buildFieldErrorsError, type FieldError } from '../../../platform/http/errors/api-error.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { toQuoteDto } from '../../quotes/quote.mapper.js';
import type { Freight } from './freight.entity.js';
import { toPickupDto } from './pickup-values.js';

/** What was rated: only other rates change it. Here as below a field is kept to be held against what stands. */
export class QuotedFieldsDto {
  @Allow()
  items?: unknown;
  @Allow()
  accessorials?: unknown;
  @Allow()
  limited_access?: unknown;
  @Allow()
  declared_value_cents?: unknown;
}

const QUOTED_FIELDS = ['items', 'accessorials', 'limited_access', 'declared_value_cents'] as const;

/** What a draft is made or booked with. A client that sends back what it read has it too. */
export class ImmutableFieldsDto extends QuotedFieldsDto {
  @Allow()
  quote_id?: unknown;
  @Allow()
  customer_id?: unknown;
  @Allow()
  ship_date?: unknown;
  @Allow()
  pickup_date?: unknown;
  @Allow()
  pickup?: unknown;
}

const FIXED_BY_QUOTE = 'is the quote’s: request new rates to ship with another';
const FIXED_AT_CREATION = 'is settled when the draft is made: make another draft';
const FIXED_AT_BOOKING = 'is settled when the draft is made or booked: give it to POST /freight/:id/book';

/** Refuses what says otherwise than the quote. @throws ApiError conflicting_values */
export function assertMatchesQuote(body: QuotedFieldsDto, quote: Quote): void {
  const shown = toQuoteDto(quote);
  assertNoFaults(
    QUOTED_FIELDS.flatMap((name) =>
      findMismatches(name, body[name] ?? undefined, shown[name], FIXED_BY_QUOTE),
    ),
  );
}

/** Refuses what says otherwise than the draft. @throws ApiError conflicting_values */
export function assertImmutableFields(body: ImmutableFieldsDto, freight: Freight): void {
  assertNoFaults([
    ...findMismatches('quote_id', body.quote_id, freight.quoteId, FIXED_AT_CREATION),
    ...findMismatches('customer_id', body.customer_id, freight.customerId, FIXED_AT_CREATION),
    ...findMismatches('ship_date', toDay(body.ship_date), toDay(freight.shipDate), FIXED_AT_BOOKING),
    ...findMismatches('pickup_date', body.pickup_date, freight.pickupDate, FIXED_AT_BOOKING),
    ...findMismatches('pickup', body.pickup, toPickupDto(freight), FIXED_AT_BOOKING),
  ]);
}

/** A fault where something else is given than what stands. */
function findMismatches(param: string, given: unknown, stands: unknown, reason: string): FieldError[] {
  if (given === undefined || isEquivalent(given, stands)) return [];
  return [{ param, message: `${param} ${reason}.` }];
}

/** The day alone: clients write the same day in several ways. */
function toDay(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 10) : value;
}

/** Whether all that is given is as it stands, key by key. Nothing, null and false are one. */
function isEquivalent(given: unknown, stands: unknown): boolean {
  if (isObject(given) && isObject(stands) && Array.isArray(given) === Array.isArray(stands)) {
    const sameLength = !Array.isArray(given) || given.length === (stands as unknown as unknown[]).length;
    return sameLength && Object.entries(given).every(([key, value]) => isEquivalent(value, stands[key]));
  }
  return (given || null) === (stands || null);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function assertNoFaults(faults: FieldError[]): void {
  if (faults.length > 0) throw buildFieldErrorsError(faults, 'conflicting_values');
}
