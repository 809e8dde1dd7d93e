import { toColumns, toDto } from '../../platform/http/contract/case-mapper.js';
import { conflictingParam } from '../../platform/http/errors/api-error.js';
import type { NewRow, PlainChanges } from '../../platform/tenancy/owned.repository.js';
import type { Tariff } from './tariff.entity.js';
import { TariffDto, type CreateTariffDto, type UpdateTariffDto } from './tariffs.dto.js';

export function toTariffDto(tariff: Tariff): TariffDto {
  return toDto(TariffDto, tariff, { object: 'tariff' });
}

/** @throws ApiError conflicting_values */
export function toTariffRow(body: CreateTariffDto): NewRow<Tariff> {
  const row = { ...toColumns(body), carrierName: body.carrier_name ?? body.scac };
  assertConsistent(row);
  return row;
}

/** Returns the columns that the body changes. @throws ApiError conflicting_values */
export function toTariffChanges(body: UpdateTariffDto, stored: Tariff): PlainChanges<Tariff> {
  const changes = toColumns(body);
  const { effectiveFrom = stored.effectiveFrom, effectiveTo = stored.effectiveTo } = changes;
  const { fuelPercent = stored.fuelPercent, fuelTable = stored.fuelTable } = changes;
  assertConsistent({ effectiveFrom, effectiveTo, fuelPercent, fuelTable });
  return changes;
}

type CheckedColumn = 'effectiveFrom' | 'effectiveTo' | 'fuelPercent' | 'fuelTable';

function assertConsistent(columns: { [K in CheckedColumn]?: Tariff[K] | undefined }): void {
  const { effectiveFrom, effectiveTo, fuelPercent, fuelTable } = columns;
  if (effectiveFrom && effectiveTo && effectiveTo < effectiveFrom)
    throw conflictingParam('effective_to', 'effective_to must not be before effective_from.');
  if (fuelPercent != null && fuelTable && fuelTable.length > 0)
    throw conflictingParam('fuel_percent', 'fuel_percent conflicts with fuel_table. Send only one of them.');
}
