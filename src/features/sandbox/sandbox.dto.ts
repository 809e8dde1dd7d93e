import { ApiSchema, PickType } from '@nestjs/swagger';
import { Int, Kind } from '../../platform/http/contract/response-fields.js';
import { EventType } from '../events/event-type.js';
import { Id, Text } from '../../platform/http/contract/fields.js';
import { QueryFlag } from '../../platform/http/contract/query-fields.js';

@ApiSchema({ description: 'The result of a reset.' })
export class SandboxResetDto {
  /** `sandbox.reset`; `sandbox` in shape B. */
  @Kind('sandbox.reset') object: 'sandbox.reset';
  /** Always `ok`. */
  status: string;
  /** Always true. */
  reset: boolean;
}

@ApiSchema({ description: 'The number of test objects by type.' })
export class SandboxCountsDto {
  /** Shipments. */
  @Int() shipments: number;
  /** Quotes. */
  @Int() quotes: number;
  /** Bills of lading. Each shipment has one. */
  @Int() bols: number;
  /** Invoices. */
  @Int() invoices: number;
  /** Tracked numbers. */
  @Int() tracked_shipments: number;
  /** Saved addresses. */
  @Int() addresses: number;
  /** Saved products. */
  @Int() products: number;
  /** Customers. */
  @Int() customers: number;
  /** Carriers' freight bills. */
  @Int() bills: number;
  /** Webhook endpoints. */
  @Int() webhooks: number;
  /** Events. */
  @Int() events: number;
}

@ApiSchema({ description: 'The state of the sandbox.' })
export class SandboxStatusDto extends PickType(SandboxCountsDto, [
  'shipments',
  'quotes',
  'bols',
  'invoices',
]) {
  /** `sandbox.status`; `sandbox` in shape B. */
  @Kind('sandbox.status') object: 'sandbox.status';
  /** Always false. */
  livemode: boolean;
  /** Number of test objects by type. */
  counts: SandboxCountsDto;
}

@ApiSchema({ description: 'The event that a simulation sent.' })
export class SandboxSimulationDto {
  /** Always `sandbox_simulation`. */
  @Kind('sandbox_simulation') object: 'sandbox_simulation';
  /** Type of the event. */
  @EventType() event_type: string;
  /** Id of the event. */
  event_id: string;
}

export class SimulateQuery {
  /** `true` also moves the test object to the state of the event; `false` only sends the event. */
  @QueryFlag() apply: boolean = true;
}

@ApiSchema({
  description:
    "The test object of the event. Additional fields are merged into the event's data. A field that the event already has returns 400.",
})
export class SimulateDto {
  /** For `shipment.*` and `bol.generated`. Default: the newest shipment. */
  @Id({ optional: true }) shipment_id?: number;
  /** For `quote.*`. Default: the newest quote. */
  @Id({ optional: true }) quote_id?: number;
  /** For `invoice.*`. Default: the newest invoice. */
  @Id({ optional: true }) invoice_id?: number;
  /** For `customer.*`. Default: the newest customer. */
  @Id({ optional: true }) customer_id?: number;
  /** For `bill.*`. Default: the newest bill. */
  @Id({ optional: true }) bill_id?: number;
  /** For `webhook.test`, which is sent only to this endpoint. Default: the newest active endpoint. */
  @Id({ optional: true }) endpoint_id?: number;
  /** For `shipment.*`: the place of the carrier's scan. Default: a place on the route that matches the status. */
  @Text({ optional: true, example: 'Denver, CO' }) location?: string;
  /** For `shipment.*`: the carrier's description of the scan. */
  @Text({ optional: true, example: 'Arrived at terminal' }) description?: string;
}
