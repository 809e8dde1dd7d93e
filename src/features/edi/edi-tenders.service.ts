import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { EDI_ADAPTER } from '../carriers/adapters/edi/edi.adapter.js';
import type { EdiSettings, TenderSet } from '../carriers/adapters/edi/edi.settings.js';
import { CarrierGateway } from '../carriers/carrier-gateway.js';
import type { TenderRequest } from '../carriers/carrier-requests.js';
import {
  EdiBookingService,
  type EdiTenderTerms,
  type EdiTenderWriter,
} from '../freight/booking/edi-booking.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { buildBillOfLading } from './build-bill-of-lading.js';
import { buildLoadTender } from './build-load-tender.js';
import { EdiDocumentsRepository } from './edi-documents.repository.js';
import { EdiOutboxService } from './edi-outbox.service.js';
import type { EdiPartner } from './edi-partner.entity.js';
import { EdiPartnersRepository } from './edi-partners.repository.js';
import type { TenderPurpose } from './tender-segments.js';

/** GS01 and the segments of each set. */
const TENDER_SETS = {
  '204': { functionalId: 'SM', build: buildLoadTender },
  '211': { functionalId: 'BL', build: buildBillOfLading },
};

const REMARKS: Record<TenderPurpose, string | null> = {
  original: null,
  cancel: 'Withdraws the tender.',
  change: 'Changes the pickup of the tender.',
};

/** Tenders, changes and cancels shipments of carriers that are connected by EDI. */
@Injectable()
export class EdiTendersService implements EdiTenderWriter, OnModuleInit {
  constructor(
    private readonly bookings: EdiBookingService,
    private readonly gateway: CarrierGateway,
    private readonly partners: EdiPartnersRepository,
    private readonly documents: EdiDocumentsRepository,
    private readonly outbox: EdiOutboxService,
  ) {}

  onModuleInit(): void {
    this.bookings.registerWriter(this);
  }

  async findTerms(tenant: Tenant, scac: string): Promise<EdiTenderTerms | null> {
    const settings = await this.gateway.findSettings<EdiSettings>(tenant, scac, EDI_ADAPTER);
    if (settings === null) return null;
    const { partner_id: partnerId, tender_set: set, expects_response: expectsResponse = true } = settings;
    return { partnerId, set, expectsResponse };
  }

  async writeTender(
    tenant: Tenant,
    freight: Freight,
    tender: TenderRequest,
    { partnerId, set }: EdiTenderTerms,
  ): Promise<void> {
    const partner = await this.partners.find(tenant, partnerId);
    if (partner?.scac !== freight.scac) throw buildPartnerError(partnerId, freight);
    await this.write(tenant, partner, freight, { set: set as TenderSet, tender, purpose: 'original' });
  }

  async writeChange(tenant: Tenant, freight: Freight, tender: TenderRequest): Promise<void> {
    await this.writeAgain(tenant, freight, tender, 'change');
  }

  async writeCancellation(tenant: Tenant, freight: Freight, tender: TenderRequest): Promise<void> {
    await this.writeAgain(tenant, freight, tender, 'cancel');
  }

  /** Uses the set and the partner of the tender, which may differ from those of the connection now. */
  private async writeAgain(
    tenant: Tenant,
    freight: Freight,
    tender: TenderRequest,
    purpose: TenderPurpose,
  ): Promise<void> {
    const { set, partnerId } = (await this.documents.findLatestTender(tenant, freight.id))!;
    const partner = await this.partners.get(tenant, partnerId);
    await this.write(tenant, partner, freight, { set: set as TenderSet, tender, purpose });
  }

  private async write(
    tenant: Tenant,
    partner: EdiPartner,
    freight: Freight,
    { set, tender, purpose }: { set: TenderSet; tender: TenderRequest; purpose: TenderPurpose },
  ): Promise<void> {
    const { functionalId, build } = TENDER_SETS[set];
    const { interchange, group } = await this.outbox.write(tenant, partner, {
      functionalId,
      createdAt: freight.updatedAt,
      sets: [{ set, segments: build(partner.scac, tender, purpose) }],
    });
    await this.documents.addOutbound(tenant, partner, {
      interchangeId: interchange.id,
      groupHeader: group,
      set,
      reference: tender.reference,
      freightId: freight.id,
      message: REMARKS[purpose],
    });
  }
}

function buildPartnerError(partnerId: number, { scac }: Freight): ApiError {
  const message = `Trading partner ${partnerId} does not exist or does not have the SCAC ${scac}. Correct partner_id in the settings of the carrier connection.`;
  return new ApiError('carrier_not_connected', { message });
}
