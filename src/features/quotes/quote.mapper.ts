import type { Place } from '../carriers/carrier-requests.js';
import type { PriceResult } from '../carriers/price-result.js';
import { canSeeCosts, type ScopedKey } from '../../platform/auth/scopes.js';
import type { Charge } from '../../domain/charges.js';
import type { Quote, QuoteItem } from './quote.entity.js';
import { toRateItems } from './rate-request.js';
import type { QuoteStatus } from './quote-states.js';
import type { CarrierResultDto, ChargeDto, CityDto, QuoteDto } from './quotes.dto.js';

/** A quote as the API shows it to everybody, and as events have it: without what it costs. */
export function toQuoteDto(quote: Quote): QuoteDto {
  const main = findHeaviestItem(quote.items);
  return {
    object: 'quote',
    id: quote.id,
    customer_id: quote.customerId,
    quote_group_id: quote.groupId,
    quote_number: quote.quoteNumber,
    carrier_name: quote.carrierName,
    scac: quote.scac,
    service_level: quote.serviceLevel,
    status: toDisplayStatus(quote),
    recommended: quote.recommended,
    net_charge_cents: quote.netChargeCents,
    charges: quote.charges.map(toChargeDto),
    transit_days: quote.transitDays,
    ship_date: quote.shipDate,
    pickup_date: quote.pickupDate,
    estimated_delivery_date: quote.estimatedDeliveryDate,
    delivery_estimate: formatTransitEstimate(quote.transitDays),
    origin_terminal: quote.originTerminal,
    destination_terminal: quote.destinationTerminal,
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
    limited_access: quote.limitedAccess,
    declared_value_cents: quote.declaredValueCents,
    warnings: quote.warnings,
    expires_at: quote.expiresAt.toISOString(),
    created_at: quote.createdAt.toISOString(),
  };
}

/** A quote as a key may see it: with the cost, where that is something else than the price. */
export function toScopedQuoteDto(key: ScopedKey, quote: Quote): QuoteDto {
  const shown = toQuoteDto(quote);
  const { costCents, costCharges } = quote;
  if (costCents === null || costCharges === null || !canSeeCosts(key)) return shown;
  return { ...shown, cost_cents: costCents, cost_charges: costCharges.map(toChargeDto) };
}

/** A price that has run out is never shown as one to book. */
function toDisplayStatus({ status, lapsed }: Quote): QuoteStatus {
  return status === 'active' && lapsed ? 'expired' : status;
}

export function toCarrierResultDto({
  carrier: { carrierName, scac },
  outcome,
  reason,
  durationMs,
}: PriceResult): CarrierResultDto {
  return {
    carrier: carrierName,
    scac,
    status: outcome,
    reason: reason?.slice(0, 255) ?? null,
    duration_ms: durationMs,
  };
}

/** Business days in words, with a day's leeway. */
export function formatTransitEstimate(transitDays: number): string {
  return `${transitDays}-${transitDays + 1} business days`;
}

/** Pounds of all items, without the noise of floating-point sums. */
export function computeTotalWeight(items: QuoteItem[]): number {
  return Math.round(items.reduce((sum, item) => sum + item.weight, 0) * 1_000) / 1_000;
}

/** Item number and sub number as freight people write them: `86900-03`. */
export function formatNmfcCode(item: QuoteItem): string | null {
  if (!item.nmfc_item_number) return null;
  return item.nmfc_sub_code ? `${item.nmfc_item_number}-${item.nmfc_sub_code}` : item.nmfc_item_number;
}

function findHeaviestItem(items: QuoteItem[]): QuoteItem {
  return items.reduce((best, item) => (item.weight > best.weight ? item : best));
}

function toCityDto({ city, state, zip }: Place): CityDto {
  return { city, state, zip };
}

export function toChargeDto({ type, code, description, amountCents, ...details }: Charge): ChargeDto {
  return {
    type,
    code,
    description,
    quantity: details.quantity ?? null,
    unit: details.unit ?? null,
    rate_cents: details.rateCents ?? null,
    amount_cents: amountCents,
    freight_class: details.freightClass ?? null,
    weight: details.weight ?? null,
  };
}
