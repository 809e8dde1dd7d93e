import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity, References } from '../../platform/tenancy/owned.entity.js';
import type { X12FaultCode } from '../../platform/x12/x12-segment.js';
import { EdiPartner } from './edi-partner.entity.js';

export const EDI_DIRECTIONS = ['inbound', 'outbound'] as const;
export type EdiDirection = (typeof EDI_DIRECTIONS)[number];

/** `received`, `processed`, `rejected` and `quarantined` are inbound, `ready` and `sent` are outbound. */
export const INTERCHANGE_STATUSES = [
  'received',
  'processed',
  'rejected',
  'quarantined',
  'ready',
  'sent',
] as const;
export type InterchangeStatus = (typeof INTERCHANGE_STATUSES)[number];

export const QUARANTINE_CODES = [
  'sender_mismatch',
  'usage_mismatch',
  'control_number_reused',
  'too_many_documents',
  'processing_failed',
] as const;
export type QuarantineCode = X12FaultCode | (typeof QUARANTINE_CODES)[number];

/** Why no document of an interchange was used. */
export interface InterchangeFault {
  code: QuarantineCode;
  message: string;
  /** Byte offset in the file. Null if the fault concerns the whole file. */
  offset: number | null;
  /** Number of the segment in the file. ISA is 1. */
  segment: number | null;
}

/** A file that was received from a partner, or that is for it. `EdiInterchangeContent` has its bytes. */
@Entity('edi_interchanges')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'partnerId', 'id'])
@Index(['organizationId', 'mode', 'status', 'id'])
@Index(['organizationId', 'mode', 'direction', 'id'])
@Index(['partnerId', 'direction', 'controlNumber'])
@Index(['organizationId', 'mode', 'acknowledgesId'], {
  unique: true,
  where: 'acknowledges_id IS NOT NULL',
})
@Index(['dueAt'], { where: 'due_at IS NOT NULL' })
@BelongsToOrganization()
@References(() => EdiPartner, 'partnerId')
@References(() => EdiInterchange, 'acknowledgesId')
export class EdiInterchange extends OwnedEntity {
  @Column('bigint') partnerId: number;
  @Column('varchar', { length: 8 }) direction: EdiDirection;
  @Column('varchar', { length: 12 }) status: InterchangeStatus;
  /** ISA13. Null if the file has no readable ISA segment. */
  @Column('varchar', { length: 40, nullable: true }) controlNumber: string | null;
  @Column('integer') sizeBytes: number;
  @Column('bytea') sha256: Buffer;
  @Column('jsonb', { nullable: true }) fault: InterchangeFault | null;
  /** The inbound interchange that this one acknowledges. */
  @Column('bigint', { nullable: true }) acknowledgesId: number | null;
  /** When a worker processes the file if no process finished it. Null after processing. */
  @Column('timestamptz', { nullable: true }) dueAt: Date | null;
  @Column('integer', { default: 0 }) attempts: number;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}

@Entity('edi_interchange_contents')
@ForeignKey(() => EdiInterchange, ['interchangeId'] as const, ['id'], { onDelete: 'CASCADE' })
export class EdiInterchangeContent {
  @PrimaryColumn('bigint') interchangeId: number;
  @Column('bytea') bytes: Buffer;
}
