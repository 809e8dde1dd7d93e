import { Column, Entity, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../tenancy/owned.entity.js';

export const AUDIT_ACTIONS = [
  'organization.created',
  'organization.updated',
  'key.created',
  'key.rolled',
  'key.revoked',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.deleted',
  'carrier.connected',
  'carrier.updated',
  'carrier.disconnected',
  'tariff.tender_email_changed',
  'sandbox.reset',
  'member.invited',
  'invitation.revoked',
  'member.added',
  'member.changed',
  'member.removed',
  'member.linked',
  'member.unlinked',
  'member.signed_in',
  'member.signed_out_everywhere',
  'member.link_created',
  'tracking_link.created',
  'tracking_link.updated',
  'tracking_link.revoked',
  'tracking_mails.stopped',
  'tracking_mails.dropped',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * An entry of the audit log. Actions that affect both modes are listed in live mode. No foreign key, because entries outlive
 * what they describe.
 */
@Entity('audit_log')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'action', 'id'])
@Index(['organizationId', 'mode', 'actor', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['createdAt'])
export class AuditEntry extends OwnedEntity {
  @Column('varchar', { length: 40 }) action: AuditAction;
  /** `key:` or `member:` and an id, `cli:` and the operating system's user, or `service`. */
  @Column('varchar', { length: 100 }) actor: string;
  /** The first characters of a key, or the email address of a member. */
  @Column('varchar', { length: 254, nullable: true }) actorName: string | null;
  @Column('jsonb') details: Record<string, unknown>;
}
