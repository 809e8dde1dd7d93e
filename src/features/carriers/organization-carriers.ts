import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { PageRequest } from '../../platform/tenancy/page.js';
import { buildConditions } from '../../platform/tenancy/list-filters.js';
import type { TenantCarrier } from './carriers.repository.js';

/** Ids of the directory stay below: an organization's own carriers are the newest in its list. */
const ID_OFFSET = 2 ** 52;

/** A carrier that an organization brings itself, by the prices it has agreed on with it. */
export interface OrganizationCarrier {
  /** Of the oldest thing that names it, for as long as that is there. */
  id: number;
  scac: string;
  name: string;
  createdAt: Date;
  /** Whether it can have a price. */
  enabled: boolean;
}

/** The own carriers of a tenant; a room above the directory says which those are. */
export type OrganizationCarrierLookup = (tenant: Tenant) => Promise<OrganizationCarrier[]>;

/** As the directory would have it. */
export function toTenantCarrier({ id, ...carrier }: OrganizationCarrier): TenantCarrier {
  const unknown = { contact: null, phone: null, email: null, logoUrl: null, trackingUrl: null };
  return { ...carrier, ...unknown, id: ID_OFFSET + id, carrierType: 'ltl' };
}

/** Those that a page's query leaves, newest first. */
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
