import { Column, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import type { Mode } from './tenant.js';

/**
 * The columns of every row with a tenant. Entities add `@Unique(['organizationId', 'mode', 'id'])`: the index of their
 * lists and the target of composite foreign keys.
 */
export abstract class OwnedEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') organizationId: number;
  @Column('varchar', { length: 4 }) mode: Mode;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
}

/** References a row of the same tenant by the id in the property `column`. */
export function References<E extends OwnedEntity>(
  parent: () => new () => E,
  column: string,
  options: { onDelete?: 'CASCADE' } = {},
): ClassDecorator {
  const columns = ['organizationId', 'mode', column] as const;
  return ForeignKey(parent, columns, ['organizationId', 'mode', 'id'], options);
}
