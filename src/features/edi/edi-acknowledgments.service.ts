import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { buildAcknowledgment } from '../../platform/x12/acknowledgment.js';
import type { GroupHeader, GroupSummary } from '../../platform/x12/interchange.js';
import type { EdiDocument } from './edi-document.entity.js';
import type { EdiInterchange } from './edi-interchange.entity.js';
import { EdiInterchangesRepository } from './edi-interchanges.repository.js';
import { EdiOutboxService } from './edi-outbox.service.js';
import type { EdiPartner } from './edi-partner.entity.js';
import { findExpectedGroup } from './functional-groups.js';

/** The functional group and the set of acknowledgments, which are never acknowledged. */
const ACKNOWLEDGMENT_GROUP = 'FA';
const ACKNOWLEDGMENT_SET = '997';

/** Writes the acknowledgment (set 997) of an inbound file, in the caller's transaction. */
@Injectable()
export class EdiAcknowledgmentsService {
  constructor(
    private readonly interchanges: EdiInterchangesRepository,
    private readonly outbox: EdiOutboxService,
  ) {}

  /** Writes one 997 for each group. Does nothing if the file is already acknowledged. */
  async acknowledge(
    tenant: Tenant,
    partner: EdiPartner,
    received: EdiInterchange,
    groups: GroupSummary[],
    documents: EdiDocument[],
  ): Promise<void> {
    const acknowledged = groups.filter(({ header }) => isAcknowledged(header, documents));
    if (acknowledged.length === 0 || !partner.outbound.includes('997')) return;
    if (await this.interchanges.findBy(tenant, { acknowledgesId: received.id })) return;
    await this.outbox.write(tenant, partner, {
      functionalId: ACKNOWLEDGMENT_GROUP,
      createdAt: received.updatedAt,
      acknowledgesId: received.id,
      sets: acknowledged.map((group) => {
        const own = documents.filter((document) => isSameGroup(document.groupHeader, group.header));
        const isMisused = own.some(({ set }) => findExpectedGroup(set, group.header.functionalId) !== null);
        // Code 1 of element 716: the functional group is not supported.
        const errors = isMisused ? ['1' as const, ...group.errors] : group.errors;
        const segments = buildAcknowledgment({ ...group, errors }, own.map(toVerdict));
        return { set: ACKNOWLEDGMENT_SET, segments };
      }),
    });
  }
}

/** Some partners send acknowledgments in the group of another set. */
function isAcknowledged(header: GroupHeader, documents: EdiDocument[]): boolean {
  if (header.functionalId === ACKNOWLEDGMENT_GROUP) return false;
  const own = documents.filter((document) => isSameGroup(document.groupHeader, header));
  return own.length === 0 || own.some(({ set }) => set !== ACKNOWLEDGMENT_SET);
}

function isSameGroup(a: GroupHeader, b: GroupHeader): boolean {
  return a.functionalId === b.functionalId && a.controlNumber === b.controlNumber;
}

function toVerdict({ set, controlNumber, setErrors, segmentErrors }: EdiDocument) {
  const isInError = segmentErrors.length > 0 && !setErrors.includes('5');
  return { set, controlNumber, errors: isInError ? [...setErrors, '5' as const] : setErrors, segmentErrors };
}
