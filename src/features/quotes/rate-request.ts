import type { Place, RateItem } from '../carriers/carrier-requests.js';
import type { UnscheduledRateRequest } from '../carriers/pickup-calendar.js';
import type { AccessorialsDto, LimitedAccessDto } from '../../platform/http/contract/accessorials.dto.js';
import { buildFieldErrorsError } from '../../platform/http/errors/api-error.js';
import { ACCESSORIAL_NAMES, OVERLENGTH_INCHES, type Accessorial } from '../../domain/accessorials.js';
import { getLongestSide } from '../../domain/density.js';
import type { Day } from '../../domain/days.js';
import type { QuoteItem, Quote } from './quote.entity.js';
import type { CreateQuotesDto } from './quotes.dto.js';

/** Builds the request to carriers, with the services that items and places add. @throws ApiError conflicting_values */
export function buildRateRequest(body: CreateQuotesDto, shipDate: Day): UnscheduledRateRequest {
  const { limited_access: limitedAccess = {} } = body;
  const items = toRateItems({ items: body.items as QuoteItem[] });
  return {
    origin: body.origin as Place,
    destination: body.destination as Place,
    items,
    accessorials: resolveAccessorials(body, items),
    limitedAccess,
    shipDate,
    isForced: body.force_ship_date ?? false,
    declaredValueCents: body.declared_value_cents ?? null,
    terms: 'prepaid',
    billTo: null,
  };
}

function resolveAccessorials(body: CreateQuotesDto, items: readonly RateItem[]): Accessorial[] {
  const { accessorials = {}, limited_access: limited = {} } = body;
  assertNoAccessorialConflict(accessorials, limited);
  const implied: Partial<Record<Accessorial, boolean>> = {
    hazmat: items.some(({ hazmat }) => hazmat !== undefined),
    limited_access_pickup: limited.pickup !== undefined,
    limited_access_delivery: limited.delivery !== undefined,
    overlength: items.some((item) => getLongestSide(item) >= OVERLENGTH_INCHES),
  };
  return ACCESSORIAL_NAMES.filter((name) => accessorials[name] || implied[name]);
}

/** @throws ApiError conflicting_values if a side has a kind of limited access but its accessorial is false */
function assertNoAccessorialConflict(accessorials: AccessorialsDto, limited: LimitedAccessDto): void {
  const faults = (['pickup', 'delivery'] as const)
    .filter((side) => limited[side] !== undefined && accessorials[`limited_access_${side}`] === false)
    .map((side) => {
      const param = `accessorials.limited_access_${side}`;
      return {
        param,
        message: `${param} is false, but limited_access.${side} is ${limited[side]}. Remove one of them.`,
      };
    });
  if (faults.length > 0) throw buildFieldErrorsError(faults, 'conflicting_values');
}

/** Keyed by stored lines and by the results themselves. */
const rateItemsCache = new WeakMap<Quote['items'], RateItem[]>();

/** Adds defaults to the lines of a quote. Caches the result: a quote may have 500 lines. */
export function toRateItems({ items }: Pick<Quote, 'items'>): RateItem[] {
  let rateItems = rateItemsCache.get(items);
  if (!rateItems) {
    rateItemsCache.set(items, (rateItems = applyItemDefaults(items)));
    rateItemsCache.set(rateItems, rateItems);
  }
  return rateItems;
}

function applyItemDefaults(items: Quote['items']): RateItem[] {
  return items.map(({ quantity = 1, handling_unit_type = 'pallet', stackable = false, ...item }) => ({
    ...item,
    quantity,
    handling_unit_type,
    stackable,
  }));
}

export function countUnits(items: readonly RateItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}
