import { Column, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';

/** The owner of keys and data, with separate test and live data. */
@Entity('organizations')
export class Organization {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('varchar', { length: 255 }) name: string;
  /** Receives notifications, e.g. about a disabled webhook endpoint. */
  @Column('varchar', { length: 255, nullable: true }) ownerEmail: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
}

/** Deletes rows of an entity together with their organization. */
export function BelongsToOrganization(): ClassDecorator {
  return ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' });
}
