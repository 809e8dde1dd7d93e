export const MODES = ['test', 'live'] as const;
export type Mode = (typeof MODES)[number];

/** Whose data, and which half of it. Nothing is read or written without one. */
export interface Tenant {
  readonly organizationId: number;
  readonly mode: Mode;
}

/** One row, whoever it belongs to: what jobs find over all tenants. */
export interface OwnedId extends Tenant {
  readonly id: number;
}
