import { Injectable } from '@nestjs/common';
import type { SettingFault } from '../carriers/adapter-settings.js';
import { EDI_ADAPTER } from '../carriers/adapters/edi/edi.adapter.js';
import type { EdiSettings } from '../carriers/adapters/edi/edi.settings.js';
import { CarrierConnectionsService } from '../carriers/carrier-connections.service.js';
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
    private readonly gateway: CarrierGateway,
    connections: CarrierConnectionsService,
  ) {
    gateway.addScanSource((tenant, scac) => this.partners.sendsScans(tenant, scac));
    connections.registerSettingsCheck(EDI_ADAPTER, (tenant, scac, settings) =>
      this.checkConnection(tenant, scac, settings as EdiSettings),
    );
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
      const { scac } = await this.partners.lock(tenant, id);
      const settings = await this.gateway.findSettings<EdiSettings>(tenant, scac, EDI_ADAPTER);
      if (settings?.partner_id === id || (await this.interchanges.findBy(tenant, { partnerId: id })))
        throw new ApiError('edi_partner_in_use');
      await this.partners.delete(tenant, id);
      return { object: 'edi_partner', id, deleted: true };
    });
  }

  private async checkConnection(
    tenant: Tenant,
    scac: string,
    { partner_id: id }: EdiSettings,
  ): Promise<SettingFault[]> {
    const partner = await this.partners.find(tenant, id);
    if (partner?.scac === scac) return [];
    const sentence = partner
      ? `partner_id is the trading partner of ${partner.scac}. Use a trading partner with the SCAC ${scac}.`
      : 'partner_id is not the id of a trading partner. Create one with POST /api/v1/edi/partners.';
    return [{ name: 'partner_id', sentence }];
  }
}
