import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';
import type { Mode } from '../tenancy/tenant.js';

/** A POST that a client may repeat: in progress while it has no answer, replayed from the answer afterwards. */
@Entity('idempotent_requests')
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class IdempotentRequest {
  @PrimaryColumn('bigint')
  organizationId: number;

  @PrimaryColumn('varchar', { length: 4 })
  mode: Mode;

  /** The client's `Idempotency-Key`, without quotes. */
  @PrimaryColumn('varchar', { length: 255 })
  key: string;

  /** SHA-256 of what the request asked for. */
  @Column('bytea')
  fingerprint: Buffer;

  /** Which attempt holds the key: an attempt that lost it can no longer store an answer. */
  @Column('uuid')
  owner: string;

  /** Until when an attempt without an answer counts as alive. */
  @Column('timestamptz')
  leaseUntil: Date;

  /** Status, headers and body of the answer, encrypted: it may hold a secret that is shown once. */
  @Column('bytea', { nullable: true })
  sealedAnswer: Buffer | null;

  @Index()
  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
