import { Injectable } from '@nestjs/common';
import { isSameCompany } from '../../../domain/company-names.js';
import { OrganizationProfiles } from '../../../platform/auth/organization-profiles.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from './freight.entity.js';

/** The party that the carrier bills. */
export type FreightPayer = 'organization' | 'consignee' | 'third_party';

@Injectable()
export class FreightPayerService {
  constructor(private readonly profiles: OrganizationProfiles) {}

  /**
   * Returns the party that the carrier bills for the freight. A third party pays for itself only if it has an account with
   * the carrier and is not the organization, by its name or its legal name.
   */
  async resolve(tenant: Tenant, { billTo }: Pick<Freight, 'billTo'>): Promise<FreightPayer> {
    if (billTo?.type === 'collect') return 'consignee';
    const { account, company } = billTo ?? {};
    if (billTo?.type !== 'third_party' || !account?.trim() || !company?.trim()) return 'organization';
    const { name, legal_name: legalName } = await this.profiles.get(tenant);
    return isSameCompany(company, name) || isSameCompany(company, legalName ?? '')
      ? 'organization'
      : 'third_party';
  }
}
