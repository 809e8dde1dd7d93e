import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { TaxSettings } from '../../domain/canadian-taxes.js';
import { Transactions } from '../database/transactions.js';
import { ApiError } from '../http/errors/api-error.js';
import type { Tenant } from '../tenancy/tenant.js';
import { AuditLogService } from './audit-log.service.js';
import type { Caller } from './caller.js';
import { buildLetterhead, type Letterhead, type PrintedParty } from './letterhead.js';
import { parseLogo, type Logo } from './logo.js';
import type { OrganizationDto, UpdateOrganizationDto } from './organization.dto.js';
import { toLogo, toOrganizationDto, toProfileChange } from './organization.mapper.js';
import { DEFAULT_RATE_SHOPPING, type RateShopping } from './organization-profile.entity.js';
import {
  OrganizationProfilesRepository,
  type OrganizationWithProfile,
  type ProfileChange,
} from './organization-profiles.repository.js';

/** Stores the letterhead and the rate-shopping rules of an organization, separately for each mode. */
@Injectable()
export class OrganizationProfiles {
  constructor(
    private readonly transactions: Transactions,
    private readonly profiles: OrganizationProfilesRepository,
    private readonly audit: AuditLogService,
  ) {}

  async get(tenant: Tenant): Promise<OrganizationDto> {
    const { profile, ...organization } = await this.find(tenant);
    return toOrganizationDto(organization, profile);
  }

  /** Changes the given fields. Null clears a field; an object replaces the stored one. */
  async update(caller: Caller, body: UpdateOrganizationDto): Promise<OrganizationDto> {
    return this.change(caller, toProfileChange(body));
  }

  async logo(tenant: Tenant): Promise<Logo> {
    const logo = toLogo((await this.find(tenant, true)).profile);
    if (!logo) throw new ApiError('resource_missing');
    return logo;
  }

  async putLogo(caller: Caller, file: Buffer): Promise<OrganizationDto> {
    const { type, bytes, width, height } = parseLogo(file);
    return this.change(caller, { logo: bytes, logoType: type, logoWidth: width, logoHeight: height });
  }

  async deleteLogo(caller: Caller): Promise<OrganizationDto> {
    return this.change(caller, { logo: null, logoType: null, logoWidth: null, logoHeight: null });
  }

  async letterhead(tenant: Tenant): Promise<Letterhead> {
    const { profile, ...organization } = await this.find(tenant, true);
    return buildLetterhead(organization, profile, toLogo(profile));
  }

  /** Returns the party that customers pay. */
  async remitTo(tenant: Tenant): Promise<PrintedParty> {
    const { profile, ...organization } = await this.find(tenant);
    return buildLetterhead(organization, profile, null).remitTo;
  }

  async rateShopping(tenant: Tenant): Promise<RateShopping> {
    return (await this.profiles.findRateShopping(tenant)) ?? DEFAULT_RATE_SHOPPING;
  }

  /** Returns the sales taxes that the organization collects; null if it collects none. */
  async taxes(tenant: Tenant): Promise<TaxSettings | null> {
    return this.profiles.findTaxes(tenant);
  }

  /** Writes and audits nothing if all values are stored already. */
  private async change(caller: Caller, change: ProfileChange): Promise<OrganizationDto> {
    return this.transactions.run(async () => {
      const { profile: stored } = await this.find(caller, true);
      const columns = Object.keys(change) as (keyof ProfileChange)[];
      if (columns.some((column) => !isDeepStrictEqual(change[column], stored?.[column] ?? null))) {
        await this.profiles.change(caller, change);
        await this.audit.record(caller, 'organization.updated', { fields: listChangedFields(columns) });
      }
      return this.get(caller);
    });
  }

  private async find(tenant: Tenant, withLogo = false): Promise<OrganizationWithProfile> {
    const found = await this.profiles.find(tenant, withLogo);
    if (!found) throw new ApiError('resource_missing');
    return found;
  }
}

/** Returns the API names of the columns; the columns of the logo are one field. */
function listChangedFields(columns: string[]): string[] {
  const names = columns.map((column) =>
    column.startsWith('logo') ? 'logo' : column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  return [...new Set(names)];
}
