import { conflictingParam } from '../../platform/http/errors/api-error.js';
import type { Tariff } from './tariff.entity.js';
import type { TariffDto, CreateTariffDto, UpdateTariffDto } from './tariffs.dto.js';

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

/** The columns that clients set. */
export type TariffColumns = Omit<
  Tariff,
  'id' | 'organizationId' | 'mode' | 'createdAt' | 'updatedAt' | 'rateCount' | 'ratesUpdatedAt'
>;
type TariffChanges = { [K in keyof TariffColumns]?: TariffColumns[K] | undefined };

/** The columns of a new tariff; what the body leaves out is the column's default. @throws ApiError */
export function toTariffRow(body: CreateTariffDto): TariffColumns {
  const columns = toColumns({ ...body, carrier_name: body.carrier_name ?? body.scac }) as TariffColumns;
  assertConsistent(columns);
  return columns;
}

/** The columns that a change names. @throws ApiError where what it leaves would not fit together */
export function toTariffChanges(body: UpdateTariffDto, stored: Tariff): TariffChanges {
  const change = toColumns(body);
  const {
    effectiveFrom = stored.effectiveFrom,
    effectiveTo = stored.effectiveTo,
    fuelPercent = stored.fuelPercent,
    fuelTable = stored.fuelTable,
  } = change;
  assertConsistent({ effectiveFrom, effectiveTo, fuelPercent, fuelTable });
  return change;
}

function toColumns(body: UpdateTariffDto): TariffChanges {
  return {
    name: body.name,
    scac: body.scac,
    carrierName: body.carrier_name,
    effectiveFrom: body.effective_from,
    effectiveTo: body.effective_to,
    discountPercent: body.discount_percent,
    minimumCents: body.minimum_cents,
    fuelPercent: body.fuel_percent,
    fuelTable: body.fuel_table,
    fak: body.fak,
    accessorials: body.accessorials,
    transitDays: body.transit_days,
    transit: body.transit,
    tenderEmail: body.tender_email,
  };
}

function assertConsistent({
  effectiveFrom,
  effectiveTo,
  fuelPercent,
  fuelTable,
}: { [K in 'effectiveFrom' | 'effectiveTo' | 'fuelPercent' | 'fuelTable']?: Tariff[K] | undefined }): void {
  if (effectiveFrom && effectiveTo && effectiveTo < effectiveFrom)
    throw conflictingParam('effective_to', 'effective_to must not be before effective_from.');
  if (fuelPercent != null && fuelTable && fuelTable.length > 0)
    throw conflictingParam('fuel_percent', 'fuel_percent must be left out, or null, beside a fuel_table.');
}
