import { Column, Entity, Index, Unique, VirtualColumn } from 'typeorm';
import { BelongsToFreight } from '../freight/record/freight.entity.js';
import { buildPageExpirySql } from '../freight/record/freight-subqueries.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';

/** Reasons for an email to a consignee, in the order in which they happen. */
export const NOTICES = ['booked', 'out_for_delivery', 'delivered', 'exception'] as const;
export type Notice = (typeof NOTICES)[number];

export interface Recipient {
  email: string;
  events: Notice[];
}

/** Enough for a dock, a buyer and an office. */
export const MAX_RECIPIENTS = 5;

/** The link to the public tracking page of a shipment, and the recipients of email updates. Revoking deletes the row. */
@Entity('tracking_links')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'freightId'], { unique: true })
@BelongsToFreight()
export class TrackingLink extends OwnedEntity {
  @Column('bigint') freightId: number;

  /** SHA-256 of the token, by which the page is found. */
  @Index({ unique: true })
  @Column('bytea')
  tokenHash: Buffer;

  /** The encrypted token, for API clients. */
  @Column('bytea') sealedToken: Buffer;
  /** True if the page shows the proof of delivery. */
  @Column('boolean', { default: false }) pod: boolean;
  @Column('jsonb', { default: [] }) notify: Recipient[];
  @VirtualColumn('timestamptz', { query: buildExpirySubquery }) expiresAt: Date;
  /** True if the link has expired by the clock of the database. */
  @VirtualColumn('boolean', { query: (link) => `${buildExpirySubquery(link)} <= now()` }) lapsed: boolean;
}

function buildExpirySubquery(link: string): string {
  return `(SELECT ${buildPageExpirySql(link, 'f')} FROM freight f
    WHERE f.organization_id = ${link}.organization_id AND f.mode = ${link}.mode AND f.id = ${link}.freight_id)`;
}
