import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { GroupHeader } from '../../platform/x12/interchange.js';
import { writeInterchange, type SegmentValues } from '../../platform/x12/interchange-writer.js';
import type { EdiInterchange } from './edi-interchange.entity.js';
import { EdiInterchangesRepository } from './edi-interchanges.repository.js';
import type { EdiPartner } from './edi-partner.entity.js';
import { EdiPartnersRepository } from './edi-partners.repository.js';

export interface OutboundGroup {
  /** GS01, such as `FA`. */
  functionalId: string;
  sets: { set: string; segments: SegmentValues[] }[];
  /** Time of ISA09 and GS04. */
  createdAt: Date;
  /** The inbound interchange that the file acknowledges. */
  acknowledgesId?: number;
}

/** Writes files for partners, in the caller's transaction. The partner or its network fetches them. */
@Injectable()
export class EdiOutboxService {
  constructor(
    private readonly partners: EdiPartnersRepository,
    private readonly interchanges: EdiInterchangesRepository,
  ) {}

  /** The control number belongs to the transaction, so numbers have no gaps. */
  async write(
    tenant: Tenant,
    partner: EdiPartner,
    { functionalId, sets, createdAt, acknowledgesId }: OutboundGroup,
  ): Promise<{ interchange: EdiInterchange; group: GroupHeader }> {
    const controlNumber = await this.partners.takeControlNumber(tenant, partner.id);
    const header = {
      functionalId,
      sender: partner.ownGsId,
      receiver: partner.gsId,
      version: partner.version,
    };
    const text = writeInterchange({
      header: {
        senderQualifier: partner.ownIsaQualifier,
        senderId: partner.ownIsaId,
        receiverQualifier: partner.isaQualifier,
        receiverId: partner.isaId,
        usage: partner.usage,
      },
      controlNumber,
      createdAt,
      groups: [
        { header, controlNumber, sets: sets.map((set, index) => ({ ...set, controlNumber: index + 1 })) },
      ],
    });
    const bytes = Buffer.from(text);
    const interchange = await this.interchanges.add(
      tenant,
      {
        partnerId: partner.id,
        direction: 'outbound',
        status: 'ready',
        controlNumber: formatControlNumber(controlNumber),
        sha256: createHash('sha256').update(bytes).digest(),
        ...(acknowledgesId !== undefined && { acknowledgesId }),
      },
      bytes,
    );
    return { interchange, group: { ...header, controlNumber: String(controlNumber) } };
  }
}

/** Returns ISA13, which has nine digits. */
export function formatControlNumber(controlNumber: number): string {
  return String(controlNumber).padStart(9, '0');
}
