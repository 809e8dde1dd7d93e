import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from '../record/freight.entity.js';
import type { FreightLifecycle } from '../record/freight-lifecycle.js';

/** Carriers use numbers again, but not within a year. */
const PRO_REUSE_AFTER_MS = 365 * 86_400_000;

/** Another shipment of the carrier that has this PRO number and goes. Whoever gives one the number too waits until the transaction ends. */
export async function findProNumberHolder(
  shipments: FreightLifecycle,
  tenant: Tenant,
  freight: Freight,
  proNumber: string,
): Promise<Freight | undefined> {
  await shipments.lockProNumber(tenant, freight.scac, proNumber);
  return (await shipments.listByProNumber(tenant, proNumber)).find(
    ({ id, scac, status, createdAt }) =>
      id !== freight.id &&
      scac === freight.scac &&
      status !== 'voided' &&
      freight.createdAt.getTime() - createdAt.getTime() < PRO_REUSE_AFTER_MS,
  );
}

/** What a person asks a carrier that has given another shipment the same number; null where it hasn't. */
export async function describeProNumberConflict(
  shipments: FreightLifecycle,
  tenant: Tenant,
  freight: Freight,
  proNumber: string,
): Promise<string | null> {
  const other = await findProNumberHolder(shipments, tenant, freight, proNumber);
  return other
    ? `${freight.scac} gave PRO ${proNumber} to the shipment ${other.id} too: telephone it.`
    : null;
}
