import { Column, Entity, Index, Unique } from 'typeorm';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity, References } from '../../platform/tenancy/owned.entity.js';
import type { GroupHeader, SegmentError, SetErrorCode } from '../../platform/x12/interchange.js';
import { Bill } from '../bills/bill.entity.js';
import { Freight } from '../freight/record/freight.entity.js';
import { EdiInterchange, type EdiDirection } from './edi-interchange.entity.js';

/**
 * `unmatched`: the document is valid, but no shipment matches it, or the shipment cannot accept it now. An outbound document is
 * `pending` until the partner acknowledges it, and `unacknowledged` if the acknowledgment is overdue.
 */
export const EDI_DOCUMENT_STATUSES = [
  'accepted',
  'rejected',
  'unmatched',
  'pending',
  'unacknowledged',
] as const;
export type EdiDocumentStatus = (typeof EDI_DOCUMENT_STATUSES)[number];

/** One transaction set of an inbound interchange, or a tender of an outbound one. */
@Entity('edi_documents')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'interchangeId', 'position'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'status', 'id'])
@Index('IDX_edi_documents_set', ['organizationId', 'mode', 'set', 'id'])
@Index('IDX_edi_documents_direction', ['organizationId', 'mode', 'direction', 'id'])
@Index('IDX_edi_documents_acknowledgment_due', ['acknowledgmentDueAt'], {
  where: "status = 'pending' AND acknowledgment_due_at IS NOT NULL",
})
@Index('IDX_edi_documents_unmatched', ['createdAt'], { where: "status = 'unmatched'" })
@Index(['organizationId', 'mode', 'freightId', 'id'], { where: 'freight_id IS NOT NULL' })
@Index(['organizationId', 'mode', 'billId'], { where: 'bill_id IS NOT NULL' })
@BelongsToOrganization()
@References(() => EdiInterchange, 'interchangeId', { onDelete: 'CASCADE' })
@References(() => Freight, 'freightId')
@References(() => Bill, 'billId')
export class EdiDocument extends OwnedEntity {
  @Column('bigint') interchangeId: number;
  @Column('varchar', { length: 8, default: 'inbound' }) direction: EdiDirection;
  /** Number of the set in the file, from 0. */
  @Column('integer') position: number;
  /** ST01, such as `210`. */
  @Column('varchar', { length: 40 }) set: string;
  /** ST02 */
  @Column('varchar', { length: 40 }) controlNumber: string;
  @Column('jsonb') groupHeader: GroupHeader;
  @Column('varchar', { length: 14 }) status: EdiDocumentStatus;
  /** When an outbound document becomes unacknowledged. Null for an inbound one, and if no acknowledgment is expected. */
  @Column('timestamptz', { nullable: true }) acknowledgmentDueAt: Date | null;
  /** Codes of element 718, for or from the acknowledgment. */
  @Column('text', { array: true, default: [] }) setErrors: SetErrorCode[];
  @Column('jsonb', { default: [] }) segmentErrors: SegmentError[];
  /** Why the document is unmatched, or a remark about an accepted one. */
  @Column('text', { nullable: true }) message: string | null;
  /** The PRO number, bill of lading number or shipment id of the document. */
  @Column('varchar', { length: 255, nullable: true }) reference: string | null;
  @Column('bigint', { nullable: true }) freightId: number | null;
  @Column('bigint', { nullable: true }) billId: number | null;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
