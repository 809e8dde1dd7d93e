import { toColumns, toDto } from '../../platform/http/contract/case-mapper.js';
import { conflictingParam } from '../../platform/http/errors/api-error.js';
import type { NewRow, PlainChanges } from '../../platform/tenancy/owned.repository.js';
import type { Tariff } from './tariff.entity.js';
import type { Liability } from '../carriers/rating/declared-value.js';
import { DEFAULT_LIMITS, type TariffLimits } from '../carriers/rating/tariff-limits.js';
import { TariffDto, type CreateTariffDto, type UpdateTariffDto } from './tariffs.dto.js';
import type { SetLiabilityDto, SetTariffLimitsDto, TariffLimitsDto } from './tariff-terms.dto.js';

export function toTariffDto(tariff: Tariff): TariffDto {
  const { liability, limits } = tariff;
  return {
    ...toDto(TariffDto, tariff, { object: 'tariff', liability: undefined, limits: undefined }),
    ...(liability && { liability }),
    ...(limits && { limits: toLimitsDto(limits) }),
  };
}

function toLimitsDto({ cubic_capacity, ...limits }: TariffLimits): TariffLimitsDto {
  return { ...limits, ...(cubic_capacity && { cubic_capacity }) };
}

/** @throws ApiError conflicting_values */
export function toTariffRow(body: CreateTariffDto): NewRow<Tariff> {
  const row = {
    ...toColumns(body),
    limits: body.limits === undefined ? DEFAULT_LIMITS : mergeLimits(body.limits, null),
    liability: completeLiability(body.liability),
    carrierName: body.carrier_name ?? body.scac,
  };
  assertConsistent(row);
  return row;
}

/** Returns the columns that the body changes. @throws ApiError conflicting_values */
export function toTariffChanges(body: UpdateTariffDto, stored: Tariff): PlainChanges<Tariff> {
  const columns = toColumns(body);
  const changes = {
    ...columns,
    limits: columns.limits === undefined ? undefined : mergeLimits(columns.limits, stored.limits),
    liability: completeLiability(columns.liability),
  };
  const { effectiveFrom = stored.effectiveFrom, effectiveTo = stored.effectiveTo } = changes;
  const { fuelPercent = stored.fuelPercent, fuelTable = stored.fuelTable } = changes;
  assertConsistent({ effectiveFrom, effectiveTo, fuelPercent, fuelTable });
  return changes;
}

/** Returns the limits; an absent one keeps its value, and gets its default if there were no limits. */
function mergeLimits(limits: SetTariffLimitsDto | null, stored: TariffLimits | null): TariffLimits | null {
  if (limits === null) return null;
  const base = stored ?? DEFAULT_LIMITS;
  const names = Object.keys(DEFAULT_LIMITS) as (keyof TariffLimits)[];
  const entries = names.map((name) => [name, limits[name] === undefined ? base[name] : limits[name]]);
  return Object.fromEntries(entries) as TariffLimits;
}

function completeLiability(liability: SetLiabilityDto | null | undefined): Liability | null | undefined {
  if (!liability) return liability;
  const { released_cents_per_lb, excess_cents_per_100 = null } = liability;
  return { released_cents_per_lb, excess_cents_per_100 };
}

type CheckedColumn = 'effectiveFrom' | 'effectiveTo' | 'fuelPercent' | 'fuelTable';

function assertConsistent(columns: { [K in CheckedColumn]?: Tariff[K] | undefined }): void {
  const { effectiveFrom, effectiveTo, fuelPercent, fuelTable } = columns;
  if (effectiveFrom && effectiveTo && effectiveTo < effectiveFrom)
    throw conflictingParam('effective_to', 'effective_to must not be before effective_from.');
  if (fuelPercent != null && fuelTable && fuelTable.length > 0)
    throw conflictingParam('fuel_percent', 'fuel_percent conflicts with fuel_table. Send only one of them.');
}
