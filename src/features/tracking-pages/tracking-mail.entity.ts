import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { BelongsToFreight } from '../freight/record/freight.entity.js';
import { Mail } from '../../platform/mail/mail.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import type { Notice } from './tracking-link.entity.js';

/** An email update about a shipment. The unique key prevents a second one of the same kind. */
@Entity('tracking_mails')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'freightId', 'email', 'event'])
@Index(['createdAt'])
@BelongsToFreight()
export class TrackingMail extends OwnedEntity {
  @Column('bigint') freightId: number;
  /** The recipient. In test mode the owner of the organization gets the email. */
  @Column('varchar', { length: 254 }) email: string;
  @Column('varchar', { length: 20 }) event: Notice;

  @ForeignKey(() => Mail, { onDelete: 'CASCADE' })
  @Index()
  @Column('bigint')
  mailId: number;

  /** SHA-256 of the token in the unsubscribe link. */
  @Index({ unique: true })
  @Column('bytea')
  tokenHash: Buffer;

  /** The encrypted token for the email. */
  @Column('bytea') sealedToken: Buffer;
}

/** A mailbox that unsubscribed from emails about an organization's shipments. Never deleted. */
@Entity('mail_stops')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'email'])
@BelongsToOrganization()
export class MailStop extends OwnedEntity {
  /** Normalized. */
  @Column('varchar', { length: 254 }) email: string;
}
