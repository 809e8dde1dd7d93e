import { Organization, OwnedEntity } from 'lading';
import { Column, Entity, ForeignKey, Unique } from 'typeorm';

/** A thing stored at a dock. */
@Entity('acme_things')
@Unique(['organizationId', 'mode', 'id'])
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class AcmeThing extends OwnedEntity {
  @Column('varchar', { length: 255 })
  name: string;

  @Column('timestamptz', { nullable: true })
  soldAt: Date | null;
}
