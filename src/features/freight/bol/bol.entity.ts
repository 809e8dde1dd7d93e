import { Column, Entity, Unique } from 'typeorm';
import { OwnedEntity } from '../../../platform/tenancy/owned.entity.js';
import { BelongsToFreight } from '../record/freight.entity.js';
import type { BolDto } from './bol.dto.js';

/** The bill of lading of a booked shipment, as it was booked. A draft has none: its bill follows the draft. */
@Entity('bills_of_lading')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'freightId'])
@BelongsToFreight()
export class BillOfLading extends OwnedEntity {
  @Column('bigint')
  freightId: number;

  @Column('jsonb')
  content: BolDto;
}
