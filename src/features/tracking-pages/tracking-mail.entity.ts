import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { BelongsToFreight } from '../freight/record/freight.entity.js';
import { Mail } from '../../platform/mail/mail.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { Notice } from './notices.js';

/** A mail that tells somebody of a shipment: one for each address and notice, whatever happens twice. */
@Entity('tracking_mails')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'freightId', 'email', 'event'])
@Index(['createdAt'])
@BelongsToFreight()
export class TrackingMail extends OwnedEntity {
  @Column('bigint')
  freightId: number;

  /** Whom it is for; in test mode the organization's owner gets it. */
  @Column('varchar', { length: 254 })
  email: string;

  @Column('varchar', { length: 20 })
  event: Notice;

  /** What brings it. */
  @ForeignKey(() => Mail, { onDelete: 'CASCADE' })
  @Index()
  @Column('bigint')
  mailId: number;

  /** SHA-256 of the token in its link that stops further ones. */
  @Index({ unique: true })
  @Column('bytea')
  tokenHash: Buffer;

  /** That token, for the mail alone. */
  @Column('bytea')
  sealedToken: Buffer;
}
