import { Column, Entity, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../tenancy/owned.entity.js';

/** What can be done to an organization, its credentials and its accounts with carriers. */
export const AUDIT_ACTIONS = [
  'organization.created',
  'organization.updated',
  'key.created',
  'key.rolled',
  'key.revoked',
  'webhook.created',
  'webhook.secret_rotated',
  'webhook.deleted',
  'carrier.connected',
  'carrier.updated',
  'carrier.disconnected',
  'sandbox.reset',
  'member.invited',
  'invitation.revoked',
  'member.added',
  'member.changed',
  'member.removed',
  'member.signed_in',
  'member.signed_out_everywhere',
  'member.link_created',
  'tracking_link.created',
  'tracking_link.revoked',
  'tracking_mails.stopped',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * Who did what to an organization or its credentials; what concerns both modes stands in live mode. Without a foreign key:
 * it outlives what it tells of.
 */
@Entity('audit_log')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'action', 'id'])
@Index(['organizationId', 'mode', 'actor', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['createdAt'])
export class AuditEntry extends OwnedEntity {
  @Column('varchar', { length: 40 })
  action: AuditAction;

  /** `key:` or `member:` and the id, `cli:` and the operating system's user, or `service`. */
  @Column('varchar', { length: 100 })
  actor: string;

  /** What people know the actor by: of a key its first characters, of a member the e-mail address. */
  @Column('varchar', { length: 254, nullable: true })
  actorName: string | null;

  /** Ids and settings, never a secret. */
  @Column('jsonb')
  details: Record<string, unknown>;
}
