import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Kind, Time } from '../../platform/http/contract/response-fields.js';
import { IdInArrayFilter, IdFilter } from '../../platform/http/contract/filters.js';
import { TextIdPageQuery } from '../../platform/http/contract/list.js';
import { API_VERSION } from './event.mapper.js';
import { EventType, EventTypeFilter } from './event-type.js';

export class EventListQuery extends TextIdPageQuery {
  /** Only events of this type. */
  @EventTypeFilter() type?: string;
  /** Only events about this shipment. */
  @IdFilter() freight_id?: number;
  /** Only events about this quote, its rate request or its shipments. */
  @IdInArrayFilter('quoteIds') quote_id?: number;
  /** Only events about this invoice. */
  @IdFilter() invoice_id?: number;
  /** Only events about this customer and its quotes, shipments and invoices. */
  @IdFilter() customer_id?: number;
  /** Only events about this carrier bill. */
  @IdFilter() bill_id?: number;
}

@ApiSchema({ description: 'An event, as webhook endpoints receive it.' })
export class EventRecordDto {
  /** Always `event`. */
  @Kind('event') object: 'event';
  /** The event's id, `evt_…`. All its deliveries have the same id. */
  @ApiProperty({ example: 'evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99' }) id: string;
  /** The event's type. */
  @EventType() type: string;
  /** When the event was published, ISO 8601 in UTC. */
  @Time() created: string;
  /** The same as `created`. Other objects use this name. */
  @Time() created_at: string;
  /** False for test-mode events. */
  livemode: boolean;
  /** The API version of `data`. */
  @Kind(API_VERSION) api_version: typeof API_VERSION;
  /** The data of this event type: see the schema `Event`. */
  @ApiProperty({ type: 'object', additionalProperties: true }) data: object;
}

@ApiSchema({ description: 'An event type that endpoints can subscribe to.' })
export class EventTypeDetailsDto {
  /** Always `event_type`. */
  @Kind('event_type') object: 'event_type';
  /** The name, such as `shipment.delivered`. */
  @EventType() type: string;
  /** When the event is published. */
  description: string;
  /** JSON Schema (2020-12) of the event’s `data`. */
  @ApiProperty({ type: 'object', additionalProperties: true }) schema: object;
  /** Sample `data`. All ids are 0. */
  @ApiProperty({ type: 'object', additionalProperties: true }) sample: object;
}
