import { Column, Entity, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import type { EventType } from './event-types.js';

/** Something that happened, stored in the transaction that made it happen. */
@Entity('events')
@Unique(['organizationId', 'mode', 'id'])
@Index(['createdAt'])
export class Event extends OwnedEntity {
  /** The id that receivers see: `evt_` and 32 hex digits. */
  @Index({ unique: true })
  @Column('varchar', { length: 40 })
  publicId: string;

  @Column('varchar', { length: 40 })
  type: EventType;

  @Column('jsonb')
  data: Record<string, unknown>;
}
