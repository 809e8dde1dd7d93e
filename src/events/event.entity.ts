import { Column, Entity, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../tenancy/owned.entity.js';

/** Something that happened, stored in the transaction that made it happen. */
@Entity('events')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['createdAt'])
export class Event extends OwnedEntity {
  /** The id that receivers see: `evt_` and 32 hex digits. */
  @Index({ unique: true })
  @Column('varchar', { length: 40 })
  publicId: string;

  @Column('varchar', { length: 40 })
  type: string;

  @Column('jsonb')
  data: object;
}

/** An event with the data that its definition promises. */
export type EventOf<Data> = Omit<Event, 'data'> & { data: Data };
