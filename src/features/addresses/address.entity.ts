import { Column, Entity, Index, Unique } from 'typeorm';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import { DEFAULT_COUNTRY, type Country } from '../../domain/countries.js';
import type { LimitedAccessKind } from '../../domain/limited-access.js';
import type { PlaceAccessorial } from './place-accessorials.js';

export const LOCATION_TYPES = ['business', 'residential', 'limited_access'] as const;
export type LocationType = (typeof LOCATION_TYPES)[number];

/** Opening hours as `HH:MM` in the local time of the place. */
export interface Hours {
  open: string;
  close: string;
}

/** A saved shipper, consignee or billing address. */
@Entity('addresses')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'externalRef'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index('IDX_addresses_search', { synchronize: false })
@Index(['organizationId', 'mode', 'customerId', 'id'])
@Index(['organizationId', 'mode', 'zip', 'address'], { where: 'external_ref IS NULL' })
@BelongsToOrganization()
export class Address extends OwnedEntity {
  @Column('bigint', { nullable: true }) customerId: number | null;
  @Column('varchar', { length: 255, nullable: true }) name: string | null;
  @Column('varchar', { length: 255, nullable: true }) company: string | null;
  @Column('varchar', { length: 255, nullable: true }) contact: string | null;
  /** Street address. */
  @Column('varchar', { length: 255 }) address: string;
  @Column('varchar', { length: 255 }) city: string;
  @Column('varchar', { length: 2 }) state: string;
  @Column('varchar', { length: 10 }) zip: string;
  @Column('varchar', { length: 2, default: DEFAULT_COUNTRY }) country: Country;
  @Column('varchar', { length: 40, nullable: true }) phone: string | null;
  @Column('varchar', { length: 255, nullable: true }) email: string | null;
  @Column('varchar', { length: 20, nullable: true }) locationType: LocationType | null;
  /** Set only if `locationType` is `limited_access`. */
  @Column('varchar', { length: 20, nullable: true }) limitedAccess: LimitedAccessKind | null;
  @Column('jsonb', { nullable: true }) hours: Hours | null;
  @Column('text', { array: true, default: '{}' }) accessorials: PlaceAccessorial[];
  /** Instructions for the driver. */
  @Column('varchar', { length: 450, nullable: true }) instructions: string | null;
  @Column('varchar', { length: 255, nullable: true }) externalRef: string | null;
  /** Lower-case text for the `q` filter, written by a database trigger. */
  @Column('text', { default: '', select: false }) readonly search?: string;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
