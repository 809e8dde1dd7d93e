import { Column, Entity, Index, Unique, VirtualColumn } from 'typeorm';
import { BelongsToFreight } from '../freight/record/freight.entity.js';
import { buildPageExpirySql } from '../freight/record/freight-subqueries.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { Recipient } from './notices.js';

/** The link to the public page of a shipment, and who is told of it by mail. A shipment has one at most; revoked, the row is gone. */
@Entity('tracking_links')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'freightId'], { unique: true })
@BelongsToFreight()
export class TrackingLink extends OwnedEntity {
  @Column('bigint')
  freightId: number;

  /** SHA-256 of the token: what the page is found by. */
  @Index({ unique: true })
  @Column('bytea')
  tokenHash: Buffer;

  /** The token, for those who may share it. */
  @Column('bytea')
  sealedToken: Buffer;

  /** Whether the page has the proof of delivery. */
  @Column('boolean', { default: false })
  pod: boolean;

  @Column('jsonb', { default: [] })
  notify: Recipient[];

  @VirtualColumn('timestamptz', { query: buildExpirySubquery })
  expiresAt: Date;

  /** Whether its time is over by the database's clock. */
  @VirtualColumn('boolean', { query: (link) => `${buildExpirySubquery(link)} <= now()` })
  lapsed: boolean;
}

function buildExpirySubquery(link: string): string {
  return `(SELECT ${buildPageExpirySql(link, 'f')} FROM freight f
    WHERE f.organization_id = ${link}.organization_id AND f.mode = ${link}.mode AND f.id = ${link}.freight_id)`;
}
