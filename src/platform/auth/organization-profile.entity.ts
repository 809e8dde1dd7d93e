import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { TaxSettings } from '../../domain/canadian-taxes.js';
import type { Country } from '../../domain/countries.js';
import type { Mode } from '../tenancy/tenant.js';
import type { LogoType } from './logo.js';
import { Organization } from './organization.entity.js';

export interface OrganizationAddress {
  address: string;
  city: string;
  state: string;
  zip: string;
  /** Absent in profiles from before countries. */
  country?: Country;
  phone: string | null;
  email: string | null;
}

export interface RemitTo extends OrganizationAddress {
  company: string | null;
  contact: string | null;
}

export interface RateShopping {
  /** SCACs of excluded carriers. The service never requests rates from them. */
  excludeCarriers: string[];
  /** SCACs of preferred carriers. The service recommends the cheapest of them. */
  preferCarriers: string[];
  /** Maximum transit in business days of the recommended quote; null is unlimited. */
  cheapestWithinDays: number | null;
}

export const DEFAULT_RATE_SHOPPING: RateShopping = {
  excludeCarriers: [],
  preferCarriers: [],
  cheapestWithinDays: null,
};

/** The letterhead and the rate-shopping rules of an organization in one mode. */
@Entity('organization_profiles')
export class OrganizationProfile {
  @ForeignKey(() => Organization, { onDelete: 'CASCADE' })
  @PrimaryColumn('bigint')
  organizationId: number;

  @PrimaryColumn('varchar', { length: 4 }) mode: Mode;
  @Column('varchar', { length: 255, nullable: true }) legalName: string | null;
  @Column('jsonb', { nullable: true }) address: OrganizationAddress | null;
  @Column('jsonb', { nullable: true }) remitTo: RemitTo | null;
  @Column('varchar', { length: 7, nullable: true }) color: string | null;
  /** Null for the default rules. */
  @Column('jsonb', { nullable: true }) rateShopping: RateShopping | null;
  /** Null: the organization collects no sales taxes. */
  @Column('jsonb', { nullable: true }) taxes: TaxSettings | null;
  /** Up to 200 KiB, so only queries that need it select it. */
  @Column('bytea', { nullable: true, select: false }) logo: Buffer | null;
  @Column('varchar', { length: 10, nullable: true }) logoType: LogoType | null;
  @Column('integer', { nullable: true }) logoWidth: number | null;
  @Column('integer', { nullable: true }) logoHeight: number | null;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
