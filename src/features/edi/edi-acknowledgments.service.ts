import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { buildAcknowledgment } from '../../platform/x12/acknowledgment.js';
import type { GroupHeader, GroupSummary } from '../../platform/x12/interchange.js';
import { writeInterchange } from '../../platform/x12/interchange-writer.js';
import type { EdiDocument } from './edi-document.entity.js';
import type { EdiInterchange } from './edi-interchange.entity.js';
import { EdiInterchangesRepository } from './edi-interchanges.repository.js';
import type { EdiPartner } from './edi-partner.entity.js';
import { EdiPartnersRepository } from './edi-partners.repository.js';

/** The functional group of acknowledgments, which are not acknowledged. */
const ACKNOWLEDGMENT_GROUP = 'FA';

/** Writes the acknowledgment (set 997) of an inbound file, in the caller's transaction. */
@Injectable()
export class EdiAcknowledgmentsService {
  constructor(
    private readonly partners: EdiPartnersRepository,
    private readonly interchanges: EdiInterchangesRepository,
  ) {}

  /** Writes one 997 for each group. Does nothing if the file is already acknowledged. */
  async acknowledge(
    tenant: Tenant,
    partner: EdiPartner,
    received: EdiInterchange,
    groups: GroupSummary[],
    documents: EdiDocument[],
  ): Promise<void> {
    const acknowledged = groups.filter(({ header }) => header.functionalId !== ACKNOWLEDGMENT_GROUP);
    if (acknowledged.length === 0 || !partner.outbound.includes('997')) return;
    if (await this.interchanges.findBy(tenant, { acknowledgesId: received.id })) return;
    const controlNumber = await this.partners.takeControlNumber(tenant, partner.id);
    const text = writeInterchange({
      header: {
        senderQualifier: partner.ownIsaQualifier,
        senderId: partner.ownIsaId,
        receiverQualifier: partner.isaQualifier,
        receiverId: partner.isaId,
        usage: partner.usage,
      },
      controlNumber,
      createdAt: received.updatedAt,
      groups: [
        {
          header: {
            functionalId: ACKNOWLEDGMENT_GROUP,
            sender: partner.ownGsId,
            receiver: partner.gsId,
            version: partner.version,
          },
          controlNumber,
          sets: acknowledged.map((group, index) => ({
            set: '997',
            controlNumber: index + 1,
            segments: buildAcknowledgment(
              group,
              documents.filter((document) => isSameGroup(document.groupHeader, group.header)).map(toVerdict),
            ),
          })),
        },
      ],
    });
    const bytes = Buffer.from(text);
    const sha256 = createHash('sha256').update(bytes).digest();
    await this.interchanges.add(
      tenant,
      {
        partnerId: partner.id,
        direction: 'outbound',
        status: 'ready',
        controlNumber: String(controlNumber).padStart(9, '0'),
        sha256,
        acknowledgesId: received.id,
      },
      bytes,
    );
  }
}

function isSameGroup(a: GroupHeader, b: GroupHeader): boolean {
  return a.functionalId === b.functionalId && a.controlNumber === b.controlNumber;
}

function toVerdict({ set, controlNumber, setErrors, segmentErrors }: EdiDocument) {
  const isInError = segmentErrors.length > 0 && !setErrors.includes('5');
  return { set, controlNumber, errors: isInError ? [...setErrors, '5' as const] : setErrors, segmentErrors };
}
