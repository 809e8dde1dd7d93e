import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { BelongsToFreight } from '../freight/record/freight.entity.js';
import { Mail } from '../../platform/mail/mail.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import { Organization } from '../../platform/auth/organization.entity.js';
import type { Notice } from './tracking-link.entity.js';

/** An e-mail update about a shipment. The unique key prevents a second one of the same kind. */
@Entity('tracking_mails')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'freightId', 'email', 'event'])
@Index(['createdAt'])
@BelongsToFreight()
export class TrackingMail extends OwnedEntity {
  @Column('bigint')
  freightId: number;

  /** The recipient. In test mode the owner of the organization gets the e-mail. */
  @Column('varchar', { length: 254 })
  email: string;

  @Column('varchar', { length: 20 })
  event: Notice;

  @ForeignKey(() => Mail, { onDelete: 'CASCADE' })
  @Index()
  @Column('bigint')
  mailId: number;

  /** SHA-256 of the token in the unsubscribe link. */
  @Index({ unique: true })
  @Column('bytea')
  tokenHash: Buffer;

  /** The encrypted token for the e-mail. */
  @Column('bytea')
  sealedToken: Buffer;
}

/** An address that unsubscribed from e-mails about an organization's shipments. Never deleted. */
@Entity('mail_stops')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'email'])
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class MailStop extends OwnedEntity {
  /** In lower case. */
  @Column('varchar', { length: 254 })
  email: string;
}
