import { Injectable } from '@nestjs/common';
import { CarrierGateway } from '../carriers/carrier-gateway.js';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { EdiInterchangesRepository } from './edi-interchanges.repository.js';
import { toEdiPartnerChanges, toEdiPartnerDto, toEdiPartnerRow } from './edi-partner.mapper.js';
import type {
  CreateEdiPartnerDto,
  DeletedEdiPartnerDto,
  EdiPartnerDto,
  EdiPartnerListQuery,
  UpdateEdiPartnerDto,
} from './edi-partners.dto.js';
import { EdiPartnersRepository } from './edi-partners.repository.js';

@Injectable()
export class EdiPartnersService {
  constructor(
    private readonly partners: EdiPartnersRepository,
    private readonly interchanges: EdiInterchangesRepository,
    private readonly transactions: Transactions,
    gateway: CarrierGateway,
  ) {
    gateway.addScanSource((tenant, scac) => this.partners.sendsScans(tenant, scac));
  }

  async create(tenant: Tenant, body: CreateEdiPartnerDto): Promise<EdiPartnerDto> {
    return toEdiPartnerDto(await this.partners.insert(tenant, toEdiPartnerRow(body)));
  }

  async list(tenant: Tenant, query: EdiPartnerListQuery): Promise<Page<EdiPartnerDto>> {
    return (await this.partners.page(tenant, query)).map(toEdiPartnerDto);
  }

  async get(tenant: Tenant, id: number): Promise<EdiPartnerDto> {
    return toEdiPartnerDto(await this.partners.get(tenant, id));
  }

  async update(tenant: Tenant, id: number, body: UpdateEdiPartnerDto): Promise<EdiPartnerDto> {
    return this.transactions.run(async () => {
      const stored = await this.partners.lock(tenant, id);
      return toEdiPartnerDto(
        (await this.partners.change(tenant, stored, toEdiPartnerChanges(body))) ?? stored,
      );
    });
  }

  /** @throws ApiError edi_partner_in_use */
  async delete(tenant: Tenant, id: number): Promise<DeletedEdiPartnerDto> {
    return this.transactions.run(async () => {
      await this.partners.lock(tenant, id);
      if (await this.interchanges.findBy(tenant, { partnerId: id })) throw new ApiError('edi_partner_in_use');
      await this.partners.delete(tenant, id);
      return { object: 'edi_partner', id, deleted: true };
    });
  }
}
