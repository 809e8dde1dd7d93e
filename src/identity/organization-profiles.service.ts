import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import { RowMissing } from '../tenancy/row-missing.js';
import { AuditLog } from './audit-log.js';
import type { Caller } from './caller.js';
import { letterheadOf, type Letterhead, type PrintedParty } from './letterhead.js';
import { parseLogo, type Logo } from './logo.js';
import type {
  OrganizationDto,
  SetOrganizationAddressDto,
  SetRemitToDto,
  UpdateOrganizationDto,
} from './organization.dto.js';
import { presentOrganization } from './organization.presenter.js';
import {
  OrganizationProfile,
  type OrganizationAddress,
  type RemitTo,
} from './organization-profile.entity.js';
import { Organization } from './organization.entity.js';

type WithProfile = Organization & { profile: OrganizationProfile | null };

type Change = Partial<Omit<OrganizationProfile, 'organizationId' | 'updatedAt'>>;

/** What an organization's papers say of it. One for both modes: an organization has one name and one address. */
@Injectable()
export class OrganizationProfiles {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditLog,
  ) {}

  async get(organizationId: number): Promise<OrganizationDto> {
    const { profile, ...organization } = await this.find(organizationId);
    return presentOrganization(organization, profile);
  }

  /** What is left out stays, null clears, an object replaces the whole of what stood there. */
  async update(caller: Caller, body: UpdateOrganizationDto): Promise<OrganizationDto> {
    const { legal_name: legalName, address, color, remit_to: remitTo } = body;
    return this.change(caller, {
      ...(legalName !== undefined && { legalName }),
      ...(address !== undefined && { address: address && toAddress(address) }),
      ...(color !== undefined && { color: color && color.toLowerCase() }),
      ...(remitTo !== undefined && { remitTo: remitTo && toRemitTo(remitTo) }),
    });
  }

  /** @throws RowMissing when there is none */
  async logo(organizationId: number): Promise<Logo> {
    const logo = logoOf((await this.find(organizationId, true)).profile);
    if (!logo) throw new RowMissing();
    return logo;
  }

  /** @throws ApiError invalid_value on `logo` */
  async putLogo(caller: Caller, file: Buffer): Promise<OrganizationDto> {
    const { type, bytes, width, height } = parseLogo(file);
    return this.change(caller, { logo: bytes, logoType: type, logoWidth: width, logoHeight: height });
  }

  async deleteLogo(caller: Caller): Promise<OrganizationDto> {
    return this.change(caller, { logo: null, logoType: null, logoWidth: null, logoHeight: null });
  }

  /** What stands at the head of its papers. */
  async letterhead(organizationId: number): Promise<Letterhead> {
    const { profile, ...organization } = await this.find(organizationId, true);
    return letterheadOf(organization, profile, logoOf(profile));
  }

  /** Where it is paid. */
  async remitTo(organizationId: number): Promise<PrintedParty> {
    const { profile, ...organization } = await this.find(organizationId);
    return letterheadOf(organization, profile, null).remitTo;
  }

  /** A change to what is so already changes nothing. */
  private async change(caller: Caller, change: Change): Promise<OrganizationDto> {
    const { organizationId, keyId } = caller;
    return this.transactions.run(async () => {
      const { profile: stored } = await this.find(organizationId, true);
      const fields = Object.keys(change) as (keyof Change)[];
      if (fields.some((field) => !isDeepStrictEqual(change[field], stored?.[field] ?? null))) {
        const row = { ...change, organizationId, updatedAt: () => 'now()' };
        await this.transactions.manager.upsert(
          OrganizationProfile,
          row as QueryDeepPartialEntity<OrganizationProfile>,
          ['organizationId'],
        );
        await this.audit.record(organizationId, 'organization.updated', { fields, key_id: keyId });
      }
      return this.get(organizationId);
    });
  }

  /** @throws RowMissing */
  private async find(organizationId: number, withLogo = false): Promise<WithProfile> {
    const query = this.transactions.manager
      .createQueryBuilder(Organization, 'organization')
      .leftJoinAndMapOne(
        'organization.profile',
        OrganizationProfile,
        'profile',
        'profile.organizationId = organization.id',
      )
      .where({ id: organizationId });
    const found = await (withLogo ? query.addSelect('profile.logo') : query).getOne();
    if (!found) throw new RowMissing();
    return found as WithProfile;
  }
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

function logoOf(profile: OrganizationProfile | null): Logo | null {
  if (!profile?.logo) return null;
  const { logo: bytes, logoType, logoWidth, logoHeight } = profile;
  return { bytes, type: logoType!, width: logoWidth!, height: logoHeight! };
}
