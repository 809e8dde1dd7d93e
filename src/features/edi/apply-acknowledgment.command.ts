import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { readAcknowledgment, type Acknowledgment } from '../../platform/x12/acknowledgment.js';
import type { SegmentError, SetErrorCode, TransactionSet } from '../../platform/x12/interchange.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import type { FreightStatus } from '../freight/record/freight-states.js';
import type { DocumentOutcome } from './document-outcome.js';
import { EdiEventsService } from './edi-events.service.js';
import type { EdiDocument } from './edi-document.entity.js';
import { EdiDocumentsRepository } from './edi-documents.repository.js';
import { formatControlNumber } from './edi-outbox.service.js';
import { EdiInterchangesRepository } from './edi-interchanges.repository.js';
import type { EdiPartner } from './edi-partner.entity.js';
import { ediRejected } from './edi.events.js';

/** A document keeps this many errors of its acknowledgment, and this many elements of a segment. */
const MAX_ERRORS = 50;
/** AK5 has room for five error codes. Codes of element 718 have at most three characters. */
const MAX_SET_ERRORS = 5;
const MAX_CODE = 3;

/** Statuses in which the carrier has the tender and has not picked up. */
const TENDERED_STATUSES: readonly FreightStatus[] = ['tendered', 'carrier_accepted', 'scheduled'];

/** The partner's answer to one document. */
interface Verdict {
  accepted: boolean;
  setErrors: SetErrorCode[];
  segmentErrors: SegmentError[];
  message?: string;
}

/** Stores a partner's acknowledgment (set 997) in the documents that it acknowledges. */
@Injectable()
export class ApplyAcknowledgmentCommand {
  constructor(
    private readonly documents: EdiDocumentsRepository,
    private readonly interchanges: EdiInterchangesRepository,
    private readonly events: EdiEventsService,
    private readonly freightLifecycle: FreightLifecycle,
  ) {}

  async execute(tenant: Tenant, partner: EdiPartner, set: TransactionSet): Promise<DocumentOutcome> {
    const acknowledgment = readAcknowledgment(set);
    if (acknowledgment === null) return { status: 'rejected', reference: null, setErrors: ['5'] };
    const reference = acknowledgment.controlNumber.slice(0, 40);
    const sent = await this.findSent(tenant, partner, acknowledgment);
    if (!sent) {
      const message = `No file for the partner has the group ${acknowledgment.functionalId.slice(0, 10)} ${reference}.`;
      return { status: 'unmatched', reference, message };
    }
    const verdict = findVerdict(acknowledgment, sent);
    if (verdict === null) {
      const message = 'The acknowledgment does not say whether the document is accepted (AK2, AK5).';
      return { status: 'unmatched', reference, freightId: sent.freightId, message };
    }
    const known = sent.status === 'accepted' || sent.status === 'rejected';
    if (!known) await this.apply(tenant, sent, verdict);
    const message = known ? `Document ${sent.id} was already ${sent.status}.` : undefined;
    const outcome = { reference: sent.reference, freightId: sent.freightId };
    return { status: 'accepted', ...outcome, ...(message !== undefined && { message }) };
  }

  private async apply(tenant: Tenant, sent: EdiDocument, verdict: Verdict): Promise<void> {
    await this.documents.storeAcknowledgment(tenant, sent.id, {
      status: verdict.accepted ? 'accepted' : 'rejected',
      setErrors: verdict.setErrors,
      segmentErrors: verdict.segmentErrors,
      ...(verdict.message !== undefined && { message: verdict.message }),
    });
    if (verdict.accepted) return;
    await this.flagShipment(tenant, sent);
    await this.events.publish(tenant, ediRejected, sent.interchangeId);
  }

  /** The carrier does not act on a rejected document, so a person has to call it. */
  private async flagShipment(tenant: Tenant, { freightId, set }: EdiDocument): Promise<void> {
    if (freightId === null) return;
    const freight = await this.freightLifecycle.lock(tenant, freightId);
    const { status, scac, bolNumber } = freight;
    if (status === 'voided') {
      const reason = `${scac} rejected the EDI cancellation of BOL ${bolNumber}. Call the carrier to cancel the shipment.`;
      await this.freightLifecycle.setVoidedStatusReason(tenant, freight, reason);
    } else if (TENDERED_STATUSES.includes(status)) {
      const statusReason = `${scac} rejected the EDI document ${set} of BOL ${bolNumber}. Call the carrier, or cancel the shipment.`;
      await this.freightLifecycle.applyChanges(tenant, freight, { statusReason });
    }
  }

  /** ISA13 and GS06 of a file for a partner are the same number. */
  private async findSent(
    tenant: Tenant,
    { id: partnerId }: EdiPartner,
    { controlNumber, functionalId }: Acknowledgment,
  ): Promise<EdiDocument | null> {
    if (!/^\d{1,9}$/.test(controlNumber)) return null;
    const file = formatControlNumber(Number(controlNumber));
    const interchange = await this.interchanges.findBy(tenant, {
      partnerId,
      direction: 'outbound',
      controlNumber: file,
    });
    const found = interchange && (await this.documents.findBy(tenant, { interchangeId: interchange.id }));
    return found?.groupHeader.functionalId === functionalId ? this.documents.lock(tenant, found.id) : null;
  }
}

/** Returns null if neither the set nor the whole group is accepted or rejected. */
function findVerdict(acknowledgment: Acknowledgment, { set, controlNumber }: EdiDocument): Verdict | null {
  const { sets, status, errors } = acknowledgment;
  const own = sets.find((one) => one.set === set && Number(one.controlNumber) === Number(controlNumber));
  if (own) {
    return {
      accepted: own.accepted,
      setErrors: own.errors.slice(0, MAX_SET_ERRORS).map((code) => code.slice(0, MAX_CODE) as SetErrorCode),
      segmentErrors: own.segmentErrors.slice(0, MAX_ERRORS).map(toStoredError),
    };
  }
  if (status === 'P' || sets.length > 0) return null;
  const codes = errors.slice(0, MAX_SET_ERRORS).map((code) => code.slice(0, MAX_CODE));
  const message = `The partner rejected the group${codes.length > 0 ? ` with the codes ${codes.join(', ')} of AK9` : ''}.`;
  return {
    accepted: status !== 'R',
    setErrors: [],
    segmentErrors: [],
    ...(status === 'R' && { message }),
  };
}

function toStoredError({ segment, position, code, elements }: SegmentError): SegmentError {
  return {
    segment: segment.slice(0, MAX_CODE),
    position: Math.min(Math.max(position, 0), 999_999),
    code: code.slice(0, MAX_CODE),
    elements: elements.slice(0, MAX_ERRORS).map((one) => ({
      element: Math.min(Math.max(one.element, 0), 999),
      code: one.code.slice(0, MAX_CODE),
    })),
  };
}
