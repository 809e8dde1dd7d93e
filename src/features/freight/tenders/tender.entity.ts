import { Column, Entity, ForeignKey, Index, Unique, VirtualColumn } from 'typeorm';
import { Mail } from '../../../platform/mail/mail.entity.js';
import { OwnedEntity } from '../../../platform/tenancy/owned.entity.js';
import { BelongsToFreight } from '../record/freight.entity.js';
import type { OwnedId } from '../../../platform/tenancy/tenant.js';
import type { TenderState } from '../record/freight-states.js';

/** A shipment offered to a carrier by email, and its answer. A shipment has at most one open tender. */
@Entity('tenders')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'freightId', 'id'])
@Index('IDX_tenders_open', ['organizationId', 'mode', 'freightId'], { unique: true, where: "state = 'sent'" })
@Index('IDX_tenders_expiry', ['expiresAt'], { where: "state = 'sent'" })
@BelongsToFreight()
export class Tender extends OwnedEntity {
  @Column('bigint') freightId: number;

  @ForeignKey(() => Mail, { onDelete: 'CASCADE' })
  @Index()
  @Column('bigint')
  mailId: number;

  @Column('varchar', { length: 10, default: 'sent' }) state: TenderState;
  /** The carrier's address. In test mode the owner of the organization gets the email. */
  @Column('varchar', { length: 255 }) email: string;

  /** SHA-256 of the token in the link, so a reader of the database cannot answer. */
  @Index({ unique: true })
  @Column('bytea')
  tokenHash: Buffer;

  /** The encrypted link for the email; erased once the tender is no longer open. */
  @Column('bytea', { nullable: true }) sealedLink: Buffer | null;
  @Column('timestamptz') expiresAt: Date;
  @Column('timestamptz', { nullable: true }) answeredAt: Date | null;
  @Column('varchar', { length: 100, nullable: true }) answeredBy: string | null;
  @Column('varchar', { length: 255, nullable: true }) reason: string | null;
  /** True if the tender has expired by the clock of the database. */
  @VirtualColumn('boolean', { query: () => 'expires_at <= now()' }) lapsed: boolean;
}

export type TenderRef = OwnedId & Pick<Tender, 'freightId'>;
