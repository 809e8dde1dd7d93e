import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { Mode } from '../tenancy/tenant.js';
import type { LogoType } from './logo.js';
import type { RateShopping } from './rate-shopping.js';
import { Organization } from './organization.entity.js';

/** Where an organization is. */
export interface OrganizationAddress {
  address: string;
  city: string;
  state: string;
  zip: string;
  phone: string | null;
  email: string | null;
}

/** Where it is paid. */
export interface RemitTo extends OrganizationAddress {
  company: string | null;
  contact: string | null;
}

/** What an organization's papers of a mode say of it, and how it chooses among prices; test mode has the live one until it has its own. */
@Entity('organization_profiles')
export class OrganizationProfile {
  @ForeignKey(() => Organization, { onDelete: 'CASCADE' })
  @PrimaryColumn('bigint')
  organizationId: number;

  @PrimaryColumn('varchar', { length: 4 })
  mode: Mode;

  @Column('varchar', { length: 255, nullable: true })
  legalName: string | null;

  @Column('jsonb', { nullable: true })
  address: OrganizationAddress | null;

  @Column('jsonb', { nullable: true })
  remitTo: RemitTo | null;

  /** `#rrggbb`. */
  @Column('varchar', { length: 7, nullable: true })
  color: string | null;

  /** Null: no rules. */
  @Column('jsonb', { nullable: true })
  rateShopping: RateShopping | null;

  /** Only read where it is shown: it is large. */
  @Column('bytea', { nullable: true, select: false })
  logo: Buffer | null;

  @Column('varchar', { length: 10, nullable: true })
  logoType: LogoType | null;

  @Column('integer', { nullable: true })
  logoWidth: number | null;

  @Column('integer', { nullable: true })
  logoHeight: number | null;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
