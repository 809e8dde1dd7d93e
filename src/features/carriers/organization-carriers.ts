import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { PageRequest } from '../../platform/tenancy/page.js';
import { buildConditions } from '../../platform/tenancy/list-filters.js';
import type { TenantCarrier } from './carriers.repository.js';

/** Directory ids stay below this number, so that an organization's own carriers come first in its list. */
const ID_OFFSET = 2 ** 52;

/** A carrier that only an organization's tariffs name. */
export interface OrganizationCarrier {
  /** Id of the oldest tariff that names the carrier. */
  id: number;
  scac: string;
  name: string;
  /** Every name that the tariffs have for the carrier or for themselves. */
  names: string[];
  createdAt: Date;
  enabled: boolean;
}

export type OrganizationCarrierLookup = (tenant: Tenant) => Promise<OrganizationCarrier[]>;

export function toTenantCarrier({ id, names: _names, ...carrier }: OrganizationCarrier): TenantCarrier {
  const unknown = { contact: null, phone: null, email: null, logoUrl: null, trackingUrl: null };
  return { ...carrier, ...unknown, id: ID_OFFSET + id, carrierType: 'ltl' };
}

export function filterPage(carriers: OrganizationCarrier[], query: PageRequest): TenantCarrier[] {
  const { starting_after: after = Infinity } = query;
  const [created] = buildConditions(query).ranges;
  const [from, before] = [created?.from ?? -Infinity, created?.before ?? Infinity].map(Number) as [
    number,
    number,
  ];
  return carriers
    .map(toTenantCarrier)
    .filter(({ id, createdAt }) => id < after && +createdAt >= from && +createdAt < before)
    .sort((a, b) => b.id - a.id);
}
