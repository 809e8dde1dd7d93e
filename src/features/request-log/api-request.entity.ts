import { Column, Entity, Index, Unique } from 'typeorm';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';

/** `succeeded`: status below 400. `refused`: 4xx. `failed`: 5xx. `aborted`: the client disconnected before the response. */
export const REQUEST_OUTCOMES = ['succeeded', 'refused', 'failed', 'aborted'] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/** Logs one request of an API key or a member, without headers, query and body. */
@Entity('api_requests')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'requestId', 'id'])
@Index(['organizationId', 'mode', 'outcome', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['createdAt'])
@BelongsToOrganization()
export class ApiRequest extends OwnedEntity {
  @Column('varchar', { length: 36 }) requestId: string;
  /** Has no foreign key, so the entry outlives the API key. Null for a member's request. */
  @Column('bigint', { nullable: true }) keyId: number | null;
  @Column('bigint', { nullable: true }) memberId: number | null;
  @Column('varchar', { length: 10 }) method: string;
  @Column('varchar', { length: 500 }) path: string;
  @Column('varchar', { length: 10 }) outcome: RequestOutcome;
  @Column('smallint') status: number;
  @Column('varchar', { length: 60, nullable: true }) errorCode: string | null;
  @Column('varchar', { length: 255, nullable: true }) idempotencyKey: string | null;
  @Column('integer') durationMs: number;
}
