import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import { Organization } from '../identity/organization.entity.js';
import { Carrier } from './carrier.entity.js';

/** An organization's account with a carrier, in one mode. */
@Entity('carrier_connections')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'carrierId'], { unique: true, where: 'enabled' })
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class CarrierConnection extends OwnedEntity {
  @ForeignKey(() => Carrier)
  @Index()
  @Column('bigint')
  carrierId: number;

  @Column('varchar', { length: 40 })
  adapter: string;

  /** The adapter's settings as encrypted JSON: they hold credentials. */
  @Column('bytea')
  sealedSettings: Buffer;

  @Column('boolean', { default: true })
  enabled: boolean;
}
