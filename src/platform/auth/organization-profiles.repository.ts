import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import type { TaxSettings } from '../../domain/canadian-taxes.js';
import { Transactions } from '../database/transactions.js';
import type { Tenant } from '../tenancy/tenant.js';
import { Organization } from './organization.entity.js';
import { OrganizationProfile, type RateShopping } from './organization-profile.entity.js';

export type OrganizationWithProfile = Organization & { profile: OrganizationProfile | null };
export type ProfileChange = Partial<Omit<OrganizationProfile, 'organizationId' | 'mode' | 'updatedAt'>>;

/** Profiles by mode. Test mode shows the live profile until it has one of its own. */
@Injectable()
export class OrganizationProfilesRepository {
  constructor(private readonly transactions: Transactions) {}

  async find({ organizationId, mode }: Tenant, withLogo = false): Promise<OrganizationWithProfile | null> {
    // max() prefers "test", which sorts after "live".
    const effectiveMode = `SELECT max(p.mode) FROM organization_profiles p
                           WHERE p.organization_id = organization.id AND p.mode IN ('live', :mode)`;
    const query = this.transactions.manager
      .createQueryBuilder(Organization, 'organization')
      .leftJoinAndMapOne(
        'organization.profile',
        OrganizationProfile,
        'profile',
        `profile.organizationId = organization.id AND profile.mode = (${effectiveMode})`,
        { mode },
      )
      .where({ id: organizationId });
    return (await (
      withLogo ? query.addSelect('profile.logo') : query
    ).getOne()) as OrganizationWithProfile | null;
  }

  async findRateShopping({ organizationId, mode }: Tenant): Promise<RateShopping | null> {
    const [row] = await this.transactions.prepared<{ rules: RateShopping | null }>({
      name: 'rate_shopping_rules',
      text: `SELECT rate_shopping AS rules FROM organization_profiles
             WHERE organization_id = $1 AND mode IN ('live', $2) ORDER BY mode DESC LIMIT 1`,
      values: [organizationId, mode],
    });
    return row?.rules ?? null;
  }

  async findTaxes({ organizationId, mode }: Tenant): Promise<TaxSettings | null> {
    const [row] = await this.transactions.prepared<{ taxes: TaxSettings | null }>({
      name: 'organization_taxes',
      text: `SELECT taxes FROM organization_profiles
             WHERE organization_id = $1 AND mode IN ('live', $2) ORDER BY mode DESC LIMIT 1`,
      values: [organizationId, mode],
    });
    return row?.taxes ?? null;
  }

  /** Changes the profile of the mode. The first change of a test profile starts from a copy of the live one. */
  async change({ organizationId, mode }: Tenant, change: ProfileChange): Promise<void> {
    if (mode === 'test') await this.copyLiveProfile(organizationId);
    const row = { ...change, organizationId, mode, updatedAt: () => 'now()' };
    await this.transactions.manager.upsert(
      OrganizationProfile,
      row as QueryDeepPartialEntity<OrganizationProfile>,
      ['organizationId', 'mode'],
    );
  }

  private async copyLiveProfile(organizationId: number): Promise<void> {
    await this.transactions.manager.query(
      `INSERT INTO organization_profiles
         (organization_id, mode, legal_name, address, remit_to, color, rate_shopping, taxes, logo, logo_type, logo_width, logo_height)
       SELECT organization_id, 'test', legal_name, address, remit_to, color, rate_shopping, taxes, logo, logo_type, logo_width, logo_height
       FROM organization_profiles WHERE organization_id = $1 AND mode = 'live'
       ON CONFLICT DO NOTHING`,
      [organizationId],
    );
  }
}
