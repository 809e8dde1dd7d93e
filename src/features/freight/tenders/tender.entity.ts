import { Column, Entity, ForeignKey, Index, Unique, VirtualColumn } from 'typeorm';
import { Mail } from '../../../platform/mail/mail.entity.js';
import { OwnedEntity } from '../../../platform/tenancy/owned.entity.js';
import { BelongsToFreight } from '../record/freight.entity.js';
import type { OwnedId } from '../../../platform/tenancy/tenant.js';
import type { TenderState } from '../record/freight-states.js';

/** A shipment offered to a carrier by e-mail, and what the carrier answered. A shipment has one open tender at most. */
@Entity('tenders')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'freightId', 'id'])
@Index('IDX_tenders_open', ['organizationId', 'mode', 'freightId'], { unique: true, where: "state = 'sent'" })
@Index('IDX_tenders_expiry', ['expiresAt'], { where: "state = 'sent'" })
@BelongsToFreight()
export class Tender extends OwnedEntity {
  @Column('bigint')
  freightId: number;

  /** What brings it. */
  @ForeignKey(() => Mail, { onDelete: 'CASCADE' })
  @Index()
  @Column('bigint')
  mailId: number;

  @Column('varchar', { length: 10, default: 'sent' })
  state: TenderState;

  /** The carrier's address; in test mode the owner is written to in its place. */
  @Column('varchar', { length: 255 })
  email: string;

  /** SHA-256 of the token in the link: who reads the database can't answer. */
  @Index({ unique: true })
  @Column('bytea')
  tokenHash: Buffer;

  /** The link, for the mail alone; erased once nothing can be answered any more. */
  @Column('bytea', { nullable: true })
  sealedLink: Buffer | null;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  answeredAt: Date | null;

  @Column('varchar', { length: 100, nullable: true })
  answeredBy: string | null;

  @Column('varchar', { length: 255, nullable: true })
  reason: string | null;

  /** Whether its time is over by the database's clock. */
  @VirtualColumn('boolean', { query: () => 'expires_at <= now()' })
  lapsed: boolean;
}

/** Whose tender of which shipment: what a token or a mail leads to. */
export type TenderRef = OwnedId & Pick<Tender, 'freightId'>;
