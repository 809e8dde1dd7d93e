import { Column, Entity, Index, Unique } from 'typeorm';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';

/** X12 versions, as GS08 has them. */
export const EDI_VERSIONS = ['004010', '005010'] as const;
export type EdiVersion = (typeof EDI_VERSIONS)[number];

/** ISA15: test or production. */
export const EDI_USAGES = ['T', 'P'] as const;
export type EdiUsage = (typeof EDI_USAGES)[number];

/** The transaction sets that a carrier sends: bill, shipment status, response to a tender. */
export const INBOUND_SETS = ['210', '214', '990'] as const;
export type InboundSet = (typeof INBOUND_SETS)[number];

/** The transaction sets that Lading sends: the acknowledgment. */
export const OUTBOUND_SETS = ['997'] as const;
export type OutboundSet = (typeof OUTBOUND_SETS)[number];

/** `http`: the partner or its network posts and fetches interchanges by the API. */
export const EDI_TRANSPORTS = ['http'] as const;
export type EdiTransport = (typeof EDI_TRANSPORTS)[number];

/** A carrier that trades EDI documents with the organization. */
@Entity('edi_partners')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index('IDX_edi_partners_scac', ['organizationId', 'mode', 'scac', 'id'])
@BelongsToOrganization()
export class EdiPartner extends OwnedEntity {
  @Column('varchar', { length: 255 }) name: string;
  @Column('varchar', { length: 4 }) scac: string;
  /** ISA05 and ISA06 of the partner's files. */
  @Column('varchar', { length: 2 }) isaQualifier: string;
  @Column('varchar', { length: 15 }) isaId: string;
  /** GS02 of the partner's files. */
  @Column('varchar', { length: 15 }) gsId: string;
  /** ISA07 and ISA08 of the partner's files. */
  @Column('varchar', { length: 2 }) ownIsaQualifier: string;
  @Column('varchar', { length: 15 }) ownIsaId: string;
  /** GS03 of the partner's files. */
  @Column('varchar', { length: 15 }) ownGsId: string;
  @Column('varchar', { length: 6 }) version: EdiVersion;
  @Column('varchar', { length: 1 }) usage: EdiUsage;
  @Column('text', { array: true }) inbound: InboundSet[];
  @Column('text', { array: true }) outbound: OutboundSet[];
  @Column('varchar', { length: 10 }) transport: EdiTransport;
  /** Hours within which the partner acknowledges a document. Null: it does not acknowledge documents. */
  @Column('integer', { nullable: true, default: 24 }) acknowledgmentHours: number | null;
  /** The last ISA13 and GS06 that was sent. The next one is one higher. */
  @Column('bigint', { default: 0 }) lastControlNumber: number;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
