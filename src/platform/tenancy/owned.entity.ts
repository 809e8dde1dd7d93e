import { Column, PrimaryGeneratedColumn } from 'typeorm';
import type { Mode } from './tenant.js';

/**
 * What every row of a tenant has. Tables add `@Unique(['organizationId', 'mode', 'id'])`: the keyset index of
 * their lists and the target of composite foreign keys.
 */
export abstract class OwnedEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint')
  organizationId: number;

  @Column('varchar', { length: 4 })
  mode: Mode;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
