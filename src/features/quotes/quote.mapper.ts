import type { Place } from '../carriers/carrier-requests.js';
import type { PriceResult } from '../carriers/price-result.js';
import { canSeeCosts, type ScopedKey } from '../../platform/auth/scopes.js';
import { getCountry } from '../../domain/countries.js';
import type { Charge } from '../../domain/charges.js';
import { toDto } from '../../platform/http/contract/case-mapper.js';
import type { Quote, QuoteItem } from './quote.entity.js';
import { toRateItems } from './rate-request.js';
import type { QuoteStatus } from './quote-states.js';
import { QuoteDto, type CarrierResultDto, type ChargeDto, type CityDto } from './quotes.dto.js';

/** Returns the quote without the cost, which events and keys without the scope `costs.read` never contain. */
export function toQuoteDto(quote: Quote): QuoteDto {
  const main = findHeaviestItem(quote.items);
  return toDto(QuoteDto, quote, {
    object: 'quote',
    quote_group_id: quote.groupId,
    status: toDisplayStatus(quote),
    charges: quote.charges.map(toChargeDto),
    cost_cents: undefined,
    cost_charges: undefined,
    delivery_estimate: formatTransitEstimate(quote.transitDays),
    origin: toCityDto(quote.origin),
    destination: toCityDto(quote.destination),
    dimensions: {
      length: main.length,
      width: main.width,
      height: main.height,
      weight: computeTotalWeight(quote.items),
    },
    freight_class: main.freight_class,
    nmfc_code: formatNmfcCode(main),
    nmfc_item_number: main.nmfc_item_number ?? null,
    nmfc_sub_code: main.nmfc_sub_code ?? null,
    items: toRateItems(quote),
    accessorials: Object.fromEntries(quote.accessorials.map((name) => [name, true])),
  });
}

/** Returns the quote, with its cost if it has a markup and the key has the scope `costs.read`. */
export function toScopedQuoteDto(key: ScopedKey, quote: Quote): QuoteDto {
  const dto = toQuoteDto(quote);
  const { costCents, costCharges } = quote;
  if (costCents === null || costCharges === null || !canSeeCosts(key)) return dto;
  return { ...dto, cost_cents: costCents, cost_charges: costCharges.map(toChargeDto) };
}

/** Shows a lapsed quote as expired before the expiry job has run. */
function toDisplayStatus({ status, lapsed }: Quote): QuoteStatus {
  return status === 'active' && lapsed ? 'expired' : status;
}

export function toCarrierResultDto({
  carrier: { carrierName, scac },
  outcome,
  reason,
  durationMs,
  warnings = [],
}: PriceResult): CarrierResultDto {
  return {
    carrier: carrierName,
    scac,
    status: outcome,
    reason: reason?.slice(0, 255) ?? null,
    duration_ms: durationMs,
    warnings,
  };
}

export function formatTransitEstimate(transitDays: number): string {
  return `${transitDays}-${transitDays + 1} business days`;
}

/** Rounds to thousandths, without floating-point noise. */
export function computeTotalWeight(items: QuoteItem[]): number {
  return Math.round(items.reduce((sum, item) => sum + item.weight, 0) * 1_000) / 1_000;
}

/** Formats item number and sub number as `86900-03`. */
export function formatNmfcCode(item: QuoteItem): string | null {
  if (!item.nmfc_item_number) return null;
  return item.nmfc_sub_code ? `${item.nmfc_item_number}-${item.nmfc_sub_code}` : item.nmfc_item_number;
}

function findHeaviestItem(items: QuoteItem[]): QuoteItem {
  return items.reduce((best, item) => (item.weight > best.weight ? item : best));
}

function toCityDto(place: Place): CityDto {
  const { city, state, zip } = place;
  return { city, state, zip, country: getCountry(place) };
}

export function toChargeDto(charge: Charge): ChargeDto {
  const { quantity = null, unit = null, rateCents = null, freightClass = null, weight = null } = charge;
  const { type, code, description, amountCents: amount_cents } = charge;
  return {
    type,
    code,
    description,
    quantity,
    unit,
    rate_cents: rateCents,
    amount_cents,
    freight_class: freightClass,
    weight,
  };
}
