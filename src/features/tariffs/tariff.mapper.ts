import type { Tariff } from './tariff.entity.js';
import type { TariffDto } from './tariffs.dto.js';

/** A tariff as the API shows it. */
export function toTariffDto(tariff: Tariff): TariffDto {
  return {
    object: 'tariff',
    id: tariff.id,
    name: tariff.name,
    scac: tariff.scac,
    carrier_name: tariff.carrierName,
    effective_from: tariff.effectiveFrom,
    effective_to: tariff.effectiveTo,
    discount_percent: tariff.discountPercent,
    minimum_cents: tariff.minimumCents,
    fuel_percent: tariff.fuelPercent,
    fuel_table: tariff.fuelTable,
    fak: tariff.fak,
    accessorials: tariff.accessorials,
    transit_days: tariff.transitDays,
    transit: tariff.transit,
    tender_email: tariff.tenderEmail,
    rate_count: tariff.rateCount,
    rates_updated_at: tariff.ratesUpdatedAt?.toISOString() ?? null,
    created_at: tariff.createdAt.toISOString(),
    updated_at: tariff.updatedAt.toISOString(),
  };
}
