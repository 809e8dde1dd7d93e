import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from '../record/freight.entity.js';
import type { FreightLifecycle } from '../record/freight-lifecycle.js';

/** Carriers reuse PRO numbers, but not within a year. */
const PRO_REUSE_AFTER_MS = 365 * 86_400_000;

/**
 * Returns another shipment of the carrier that is not voided and has this PRO number. Locks the number until the
 * transaction ends.
 */
export async function findProNumberHolder(
  freightLifecycle: FreightLifecycle,
  tenant: Tenant,
  freight: Freight,
  proNumber: string,
): Promise<Freight | undefined> {
  await freightLifecycle.lockProNumber(tenant, freight.scac, proNumber);
  return (await freightLifecycle.listByProNumber(tenant, proNumber)).find(
    ({ id, scac, status, createdAt }) =>
      id !== freight.id &&
      scac === freight.scac &&
      status !== 'voided' &&
      freight.createdAt.getTime() - createdAt.getTime() < PRO_REUSE_AFTER_MS,
  );
}

/** Returns a status reason if another shipment has the PRO number, or null. */
export async function describeProNumberConflict(
  freightLifecycle: FreightLifecycle,
  tenant: Tenant,
  freight: Freight,
  proNumber: string,
): Promise<string | null> {
  const other = await findProNumberHolder(freightLifecycle, tenant, freight, proNumber);
  return other
    ? `${freight.scac} also assigned PRO ${proNumber} to shipment ${other.id}. Call the carrier.`
    : null;
}
