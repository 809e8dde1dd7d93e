import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BelongsToOrganization } from '../auth/organization.entity.js';
import type { Mode } from '../tenancy/tenant.js';

/** A POST with an `Idempotency-Key`. It is in progress while it has no response. */
@Entity('idempotent_requests')
@BelongsToOrganization()
export class IdempotentRequest {
  @PrimaryColumn('bigint') organizationId: number;
  @PrimaryColumn('varchar', { length: 4 }) mode: Mode;
  /** The client's `Idempotency-Key`, without quotes. */
  @PrimaryColumn('varchar', { length: 255 }) key: string;
  /** SHA-256, see `computeFingerprint`. */
  @Column('bytea') fingerprint: Buffer;
  /** The attempt that holds the key. Any other attempt cannot store a response. */
  @Column('uuid') owner: string;
  /** When an attempt without a response loses the key. */
  @Column('timestamptz') leaseUntil: Date;
  /** Status, headers and body of the response, encrypted. */
  @Column('bytea', { nullable: true }) sealedAnswer: Buffer | null;

  @Index()
  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
