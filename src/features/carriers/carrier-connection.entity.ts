import { Column, Entity, ForeignKey, Index, Unique, VirtualColumn } from 'typeorm';
import type { Day } from '../../domain/days.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { Carrier } from './carrier.entity.js';

/** An organization's account with a carrier in one mode. Replacing or removing it deletes the row and its credentials. */
@Entity('carrier_connections')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'carrierId'], { unique: true })
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@BelongsToOrganization()
export class CarrierConnection extends OwnedEntity {
  @ForeignKey(() => Carrier)
  @Index()
  @Column('bigint')
  carrierId: number;

  @VirtualColumn('varchar', { query: (own) => `(SELECT scac FROM carriers WHERE id = ${own}.carrier_id)` })
  scac: string;

  @VirtualColumn('varchar', { query: (own) => `(SELECT name FROM carriers WHERE id = ${own}.carrier_id)` })
  carrierName: string;

  @Column('varchar', { length: 40 }) adapter: string;
  /** The adapter's settings, credentials included, as encrypted JSON. */
  @Column('bytea') sealedSettings: Buffer;
  /** True if an API key set the adapter's URLs: it then calls public addresses only. An operator may set any URL. */
  @Column('boolean', { default: false }) guarded: boolean;
  /** The carrier's holidays. Null: those of LTL carriers. */
  @Column('jsonb', { nullable: true }) holidays: Day[] | null;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
