import type { Place } from '../carriers/carrier-adapter.js';
import type { CarrierResult } from '../carriers/carrier-gateway.js';
import type { Charge } from '../vocabulary/charges.js';
import type { Quote, QuoteItem } from './quote.entity.js';
import type { CarrierResultDto, ChargeDto, CityDto, QuoteDto, QuoteItemDto } from './quotes.dto.js';

/** A quote as the API shows it. */
export function presentQuote(quote: Quote): QuoteDto {
  const main = heaviest(quote.items);
  return {
    object: 'quote',
    id: quote.id,
    customer_id: quote.customerId,
    quote_group_id: quote.groupId,
    quote_number: quote.quoteNumber,
    carrier_name: quote.carrierName,
    scac: quote.scac,
    service_level: quote.serviceLevel,
    status: quote.status,
    net_charge_cents: quote.netChargeCents,
    charges: quote.charges.map(presentCharge),
    transit_days: quote.transitDays,
    delivery_estimate: deliveryEstimate(quote.transitDays),
    origin_terminal: quote.originTerminal,
    destination_terminal: quote.destinationTerminal,
    origin: presentCity(quote.origin),
    destination: presentCity(quote.destination),
    dimensions: {
      length: main.length,
      width: main.width,
      height: main.height,
      weight: totalWeight(quote.items),
    },
    freight_class: main.freight_class,
    nmfc_code: nmfcCode(main),
    nmfc_item_number: main.nmfc_item_number ?? null,
    nmfc_sub_code: main.nmfc_sub_code ?? null,
    items: quote.items as QuoteItemDto[],
    accessorials: Object.fromEntries(quote.accessorials.map((name) => [name, true])),
    expires_at: quote.expiresAt.toISOString(),
    created_at: quote.createdAt.toISOString(),
  };
}

export function presentCarrierResult({
  connection,
  outcome,
  reason,
  durationMs,
}: CarrierResult): CarrierResultDto {
  const { carrierName: carrier, scac } = connection;
  return { carrier, scac, status: outcome, reason: reason?.slice(0, 255) ?? null, duration_ms: durationMs };
}

/** Business days in words, with a day's leeway. */
export function deliveryEstimate(transitDays: number): string {
  return `${transitDays}-${transitDays + 1} business days`;
}

/** Pounds of all items, without the noise of floating-point sums. */
export function totalWeight(items: QuoteItem[]): number {
  return Math.round(items.reduce((sum, item) => sum + item.weight, 0) * 1_000) / 1_000;
}

/** Item number and sub number as freight people write them: `86900-03`. */
export function nmfcCode(item: QuoteItem): string | null {
  if (!item.nmfc_item_number) return null;
  return item.nmfc_sub_code ? `${item.nmfc_item_number}-${item.nmfc_sub_code}` : item.nmfc_item_number;
}

function heaviest(items: QuoteItem[]): QuoteItem {
  return items.reduce((best, item) => (item.weight > best.weight ? item : best));
}

function presentCity({ city, state, zip }: Place): CityDto {
  return { city, state, zip };
}

function presentCharge({ type, code, description, amountCents }: Charge): ChargeDto {
  return { type, code, description, amount_cents: amountCents };
}
