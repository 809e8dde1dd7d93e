import { Column, Entity, Index, Unique } from 'typeorm';
import { BelongsToOrganization } from '../../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../../platform/tenancy/owned.entity.js';
import type { CarrierOperation } from '../carrier-adapter.js';

/** `answered`: 2xx, with any content. `refused`: 4xx. `failed`: no valid response. */
export const CALL_OUTCOMES = ['answered', 'refused', 'failed'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** One HTTP call to a carrier's API, redacted, for troubleshooting. */
@Entity('carrier_calls')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'scac', 'id'])
@Index(['organizationId', 'mode', 'outcome', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['createdAt'])
@BelongsToOrganization()
export class CarrierCall extends OwnedEntity {
  @Column('varchar', { length: 4 }) scac: string;
  @Column('varchar', { length: 10 }) operation: CarrierOperation;
  @Column('varchar', { length: 10 }) outcome: CallOutcome;
  @Column('varchar', { length: 10 }) method: string;
  @Column('text') url: string;
  @Column('text') request: string;
  @Column('integer', { nullable: true }) responseStatus: number | null;
  @Column('text') answer: string;
  @Column('integer') durationMs: number;
  @Column('text', { nullable: true }) error: string | null;
}
