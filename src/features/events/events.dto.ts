import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Kind, Time } from '../../platform/http/contract/response-fields.js';
import { IdInArrayFilter, IdFilter } from '../../platform/http/contract/filters.js';
import { TextIdPageQuery } from '../../platform/http/contract/list.js';
import { EventType, EventTypeFilter } from './event-type.js';

export class EventListQuery extends TextIdPageQuery {
  /** Only events of this type. */
  @EventTypeFilter()
  type?: string;
  /** Only events about this shipment. */
  @IdFilter()
  freight_id?: number;
  /** Only events about this quote: those of its shipments too, and the answer to the rate request. */
  @IdInArrayFilter('quoteIds')
  quote_id?: number;
  /** Only events about this invoice. */
  @IdFilter()
  invoice_id?: number;
  /** Only events about this customer: those of their quotes, shipments and invoices too. */
  @IdFilter()
  customer_id?: number;
  /** Only events about this carrier's bill. */
  @IdFilter()
  bill_id?: number;
}

@ApiSchema({ description: 'Something that happened, as it was told to webhooks.' })
export class EventRecordDto {
  /** Always `event`. */
  @Kind('event')
  object: 'event';
  /** The event's id, `evt_…`: the same in every delivery of it. */
  @ApiProperty({ example: 'evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99' })
  id: string;
  /** What happened. */
  @EventType()
  type: string;
  /** When it happened, ISO 8601 in UTC. */
  @Time()
  created: string;
  /** False for test-mode events. */
  livemode: boolean;
  /** What webhooks are sent as `data` of this type: see the schema `Event`. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  data: object;
}
