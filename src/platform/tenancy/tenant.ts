export const MODES = ['test', 'live'] as const;
export type Mode = (typeof MODES)[number];

/** The owner of rows: an organization, and which of its two separate data sets. */
export interface Tenant {
  readonly organizationId: number;
  readonly mode: Mode;
}

/** A row with its owner, as jobs find it over all tenants. */
export interface OwnedId extends Tenant {
  readonly id: number;
}
