import { Column, Entity, Unique } from 'typeorm';
import { OwnedEntity } from '../../../platform/tenancy/owned.entity.js';
import { BelongsToFreight } from '../record/freight.entity.js';
import type { BolDto } from './bol.dto.js';

/** The frozen bill of lading of a booked shipment. The bill of a draft is computed. */
@Entity('bills_of_lading')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'freightId'])
@BelongsToFreight()
export class BillOfLading extends OwnedEntity {
  @Column('bigint') freightId: number;
  @Column('jsonb') content: BolDto;
}
