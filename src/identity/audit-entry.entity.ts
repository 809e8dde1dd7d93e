import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What can be done to an organization, its keys and its accounts with carriers. */
export const AUDIT_ACTIONS = [
  'organization.created',
  'organization.updated',
  'key.created',
  'key.rolled',
  'key.revoked',
  'carrier.connected',
  'carrier.disconnected',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who did what to an organization or its keys. Without a foreign key: it outlives what it tells of. */
@Entity('audit_log')
@Index(['organizationId', 'id'])
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint')
  organizationId: number;

  @Column('varchar', { length: 40 })
  action: AuditAction;

  /** `service`, or `cli:` and the operating system's user. */
  @Column('varchar', { length: 100 })
  actor: string;

  /** Ids and settings, never a secret. */
  @Column('jsonb')
  details: Record<string, unknown>;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
