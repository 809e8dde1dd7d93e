import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { Organization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';

/** An address that wants no more mails about an organization's shipments. It is kept for good: that is its purpose. */
@Entity('mail_stops')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'email'])
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class MailStop extends OwnedEntity {
  /** In lower case. */
  @Column('varchar', { length: 254 })
  email: string;
}
