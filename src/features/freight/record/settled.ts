import { Allow } from 'class-validator';
import { faulty, type Fault } from '../../../platform/http/errors/api-error.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { presentQuote } from '../../quotes/quote.presenter.js';
import type { Freight } from './freight.entity.js';
import { presentPickup } from './pickup.js';

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

const QUOTED = ['items', 'accessorials', 'limited_access', 'declared_value_cents'] as const;

/** What a draft is made or booked with. A client that sends back what it read has it too. */
export class SettledFieldsDto extends QuotedFieldsDto {
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

const OF_QUOTE = 'is the quote’s: request new rates to ship with another';
const OF_CREATION = 'is settled when the draft is made: make another draft';
const OF_BOOKING = 'is settled when the draft is made or booked: give it to POST /freight/:id/book';

/** Refuses what says otherwise than the quote. @throws ApiError conflicting_values */
export function requireQuoted(body: QuotedFieldsDto, quote: Quote): void {
  const shown = presentQuote(quote);
  refuse(QUOTED.flatMap((name) => differing(name, body[name] ?? undefined, shown[name], OF_QUOTE)));
}

/** Refuses what says otherwise than the draft. @throws ApiError conflicting_values */
export function requireSettled(body: SettledFieldsDto, freight: Freight): void {
  refuse([
    ...differing('quote_id', body.quote_id, freight.quoteId, OF_CREATION),
    ...differing('customer_id', body.customer_id, freight.customerId, OF_CREATION),
    ...differing('ship_date', dayOf(body.ship_date), dayOf(freight.shipDate), OF_BOOKING),
    ...differing('pickup_date', body.pickup_date, freight.pickupDate, OF_BOOKING),
    ...differing('pickup', body.pickup, presentPickup(freight), OF_BOOKING),
  ]);
}

/** A fault where something else is given than what stands. */
function differing(param: string, given: unknown, stands: unknown, reason: string): Fault[] {
  if (given === undefined || saysTheSame(given, stands)) return [];
  return [{ param, message: `${param} ${reason}.` }];
}

/** The day alone: clients write the same day in several ways. */
function dayOf(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 10) : value;
}

/** Whether all that is given is as it stands, key by key. Nothing, null and false are one. */
function saysTheSame(given: unknown, stands: unknown): boolean {
  if (isObject(given) && isObject(stands) && Array.isArray(given) === Array.isArray(stands)) {
    const sameLength = !Array.isArray(given) || given.length === (stands as unknown as unknown[]).length;
    return sameLength && Object.entries(given).every(([key, value]) => saysTheSame(value, stands[key]));
  }
  return (given || null) === (stands || null);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function refuse(faults: Fault[]): void {
  if (faults.length > 0) throw faulty(faults, 'conflicting_values');
}
