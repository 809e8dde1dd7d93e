import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import { RowMissing } from '../tenancy/errors.js';
import type { Tenant } from '../tenancy/tenant.js';
import { AuditLogService } from './audit-log.service.js';
import type { Caller } from './caller.js';
import { buildLetterhead, type Letterhead, type PrintedParty } from './letterhead.js';
import { parseLogo, type Logo } from './logo.js';
import type {
  OrganizationDto,
  SetOrganizationAddressDto,
  SetRemitToDto,
  UpdateOrganizationDto,
} from './organization.dto.js';
import { toOrganizationDto } from './organization.mapper.js';
import { DEFAULT_RATE_SHOPPING, type RateShopping } from './rate-shopping.js';
import type { SetRateShoppingDto } from './rate-shopping.dto.js';
import {
  OrganizationProfile,
  type OrganizationAddress,
  type RemitTo,
} from './organization-profile.entity.js';
import { Organization } from './organization.entity.js';

type OrganizationWithProfile = Organization & { profile: OrganizationProfile | null };

type ProfileChange = Partial<Omit<OrganizationProfile, 'organizationId' | 'mode' | 'updatedAt'>>;

/**
 * What an organization's papers say of it, for each mode: a test key changes no live paper. Test mode shows the live profile
 * as a whole as long as it has none of its own.
 */
@Injectable()
export class OrganizationProfiles {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditLogService,
  ) {}

  async get(tenant: Tenant): Promise<OrganizationDto> {
    const { profile, ...organization } = await this.find(tenant);
    return toOrganizationDto(organization, profile);
  }

  /** What is left out stays, null clears, an object replaces the whole of what stood there. */
  async update(caller: Caller, body: UpdateOrganizationDto): Promise<OrganizationDto> {
    const { legal_name: legalName, address, color, remit_to: remitTo, rate_shopping: rules } = body;
    return this.applyChange(caller, {
      ...(legalName !== undefined && { legalName }),
      ...(address !== undefined && { address: address && toAddress(address) }),
      ...(color !== undefined && { color: color && color.toLowerCase() }),
      ...(remitTo !== undefined && { remitTo: remitTo && toRemitTo(remitTo) }),
      ...(rules !== undefined && { rateShopping: rules && toRateShopping(rules) }),
    });
  }

  /** @throws RowMissing when there is none */
  async logo(tenant: Tenant): Promise<Logo> {
    const logo = toLogo((await this.find(tenant, true)).profile);
    if (!logo) throw new RowMissing();
    return logo;
  }

  /** @throws ApiError invalid_value on `logo` */
  async putLogo(caller: Caller, file: Buffer): Promise<OrganizationDto> {
    const { type, bytes, width, height } = parseLogo(file);
    return this.applyChange(caller, { logo: bytes, logoType: type, logoWidth: width, logoHeight: height });
  }

  async deleteLogo(caller: Caller): Promise<OrganizationDto> {
    return this.applyChange(caller, { logo: null, logoType: null, logoWidth: null, logoHeight: null });
  }

  /** What stands at the head of its papers. */
  async letterhead(tenant: Tenant): Promise<Letterhead> {
    const { profile, ...organization } = await this.find(tenant, true);
    return buildLetterhead(organization, profile, toLogo(profile));
  }

  /** Where it is paid. */
  async remitTo(tenant: Tenant): Promise<PrintedParty> {
    const { profile, ...organization } = await this.find(tenant);
    return buildLetterhead(organization, profile, null).remitTo;
  }

  /** How it chooses among prices. */
  async rateShopping({ organizationId, mode }: Tenant): Promise<RateShopping> {
    const [row] = await this.transactions.prepared<{ rules: RateShopping | null }>({
      name: 'rate_shopping_rules',
      text: `SELECT rate_shopping AS rules FROM organization_profiles
             WHERE organization_id = $1 AND mode IN ('live', $2) ORDER BY mode DESC LIMIT 1`,
      values: [organizationId, mode],
    });
    return row?.rules ?? DEFAULT_RATE_SHOPPING;
  }

  /** A change to what is so already changes nothing. */
  private async applyChange(caller: Caller, change: ProfileChange): Promise<OrganizationDto> {
    const { organizationId, mode } = caller;
    return this.transactions.run(async () => {
      const { profile: stored } = await this.find(caller, true);
      const fields = Object.keys(change) as (keyof ProfileChange)[];
      if (fields.some((field) => !isDeepStrictEqual(change[field], stored?.[field] ?? null))) {
        await this.copyLiveProfile(caller);
        const row = { ...change, organizationId, mode, updatedAt: () => 'now()' };
        await this.transactions.manager.upsert(
          OrganizationProfile,
          row as QueryDeepPartialEntity<OrganizationProfile>,
          ['organizationId', 'mode'],
        );
        await this.audit.record(caller, 'organization.updated', { fields: listChangedFields(fields) });
      }
      return this.get(caller);
    });
  }

  /** Test mode's own profile begins as what it showed before: what a change leaves out stays. */
  private async copyLiveProfile({ organizationId, mode }: Tenant): Promise<void> {
    if (mode === 'live') return;
    await this.transactions.manager.query(
      `INSERT INTO organization_profiles
         (organization_id, mode, legal_name, address, remit_to, color, rate_shopping, logo, logo_type, logo_width, logo_height)
       SELECT organization_id, $2, legal_name, address, remit_to, color, rate_shopping, logo, logo_type, logo_width, logo_height
       FROM organization_profiles WHERE organization_id = $1 AND mode = 'live'
       ON CONFLICT DO NOTHING`,
      [organizationId, mode],
    );
  }

  /** @throws RowMissing */
  private async find({ organizationId, mode }: Tenant, withLogo = false): Promise<OrganizationWithProfile> {
    // "test" comes after "live".
    const shown = `SELECT max(p.mode) FROM organization_profiles p
                   WHERE p.organization_id = organization.id AND p.mode IN ('live', :mode)`;
    const query = this.transactions.manager
      .createQueryBuilder(Organization, 'organization')
      .leftJoinAndMapOne(
        'organization.profile',
        OrganizationProfile,
        'profile',
        `profile.organizationId = organization.id AND profile.mode = (${shown})`,
        { mode },
      )
      .where({ id: organizationId });
    const found = await (withLogo ? query.addSelect('profile.logo') : query).getOne();
    if (!found) throw new RowMissing();
    return found as OrganizationWithProfile;
  }
}

/** As the API calls them; a logo's type and size are its own. */
function listChangedFields(columns: string[]): string[] {
  const names = columns.map((column) =>
    column.startsWith('logo') ? 'logo' : column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  return [...new Set(names)];
}

function toAddress({
  address,
  city,
  state,
  zip,
  phone,
  email,
}: SetOrganizationAddressDto): OrganizationAddress {
  return { address, city, state, zip, phone: phone ?? null, email: email ?? null };
}

function toRemitTo({ company, contact, ...address }: SetRemitToDto): RemitTo {
  return { company: company ?? null, contact: contact ?? null, ...toAddress(address) };
}

function toRateShopping({
  exclude_carriers: excludeCarriers = [],
  prefer_carriers: preferCarriers = [],
  cheapest_within_days: cheapestWithinDays = null,
}: SetRateShoppingDto): RateShopping {
  return { excludeCarriers, preferCarriers, cheapestWithinDays };
}

function toLogo(profile: OrganizationProfile | null): Logo | null {
  if (!profile?.logo) return null;
  const { logo: bytes, logoType, logoWidth, logoHeight } = profile;
  return { bytes, type: logoType!, width: logoWidth!, height: logoHeight! };
}
