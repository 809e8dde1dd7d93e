import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind } from '../../platform/http/contract/response-fields.js';
import { EventType } from '../events/event-type.js';
import { Id, Text } from '../../platform/http/contract/fields.js';
import { QueryFlag } from '../../platform/http/contract/query-fields.js';

@ApiSchema({ description: 'What a reset answers.' })
export class SandboxResetDto {
  /** `sandbox.reset`; `sandbox` under shape B. */
  @Kind('sandbox.reset')
  object: 'sandbox.reset';
  /** Always `ok`. */
  status: string;
  /** Always true. */
  reset: boolean;
}

@ApiSchema({ description: 'How much test data there is, by kind.' })
export class SandboxCountsDto {
  /** Shipments. */
  @Int()
  shipments: number;
  /** Quotes. */
  @Int()
  quotes: number;
  /** Bills of lading: one for each shipment. */
  @Int()
  bols: number;
  /** Invoices. */
  @Int()
  invoices: number;
  /** Tracked numbers. */
  @Int()
  tracked_shipments: number;
  /** Saved addresses. */
  @Int()
  addresses: number;
  /** Saved products. */
  @Int()
  products: number;
  /** Customers. */
  @Int()
  customers: number;
  /** Carriers' freight bills. */
  @Int()
  bills: number;
  /** Webhook endpoints. */
  @Int()
  webhooks: number;
  /** Events. */
  @Int()
  events: number;
}

@ApiSchema({ description: 'The state of the sandbox.' })
export class SandboxStatusDto {
  /** `sandbox.status`; `sandbox` under shape B. */
  @Kind('sandbox.status')
  object: 'sandbox.status';
  /** Always false: the sandbox is test data. */
  livemode: boolean;
  /** Shipments. */
  @Int()
  shipments: number;
  /** Quotes. */
  @Int()
  quotes: number;
  /** Bills of lading. */
  @Int()
  bols: number;
  /** Invoices. */
  @Int()
  invoices: number;
  /** How much test data there is, by kind. */
  counts: SandboxCountsDto;
}

@ApiSchema({ description: 'What a simulation answers.' })
export class SandboxSimulationDto {
  /** Always `sandbox_simulation`. */
  @Kind('sandbox_simulation')
  object: 'sandbox_simulation';
  /** The event type that was sent. */
  @EventType()
  event_type: string;
  /** The event that was sent. */
  event_id: string;
}

export class SimulateQuery {
  /** `false` only sends the event; `true` also moves the test object that it tells of. */
  @QueryFlag()
  apply: boolean = true;
}

@ApiSchema({
  description:
    "Which test object the event tells of; further fields are merged into the event's data as they are, but for the names that the event has itself.",
})
export class SimulateDto {
  /** For `shipment.*` and `bol.generated`. The newest shipment by default. */
  @Id({ optional: true })
  shipment_id?: number;
  /** For `quote.*`. The newest quote by default. */
  @Id({ optional: true })
  quote_id?: number;
  /** For `invoice.*`. The newest invoice by default. */
  @Id({ optional: true })
  invoice_id?: number;
  /** For `customer.*`. The newest customer by default. */
  @Id({ optional: true })
  customer_id?: number;
  /** For `bill.*`. The newest bill by default. */
  @Id({ optional: true })
  bill_id?: number;
  /** For `webhook.test`, which goes to this endpoint alone. The newest active endpoint by default. */
  @Id({ optional: true })
  endpoint_id?: number;
  /** For `shipment.*`: where the carrier scanned the freight. By default on its way, further with each status. */
  @Text({ optional: true, example: 'Denver, CO' })
  location?: string;
  /** For `shipment.*`: what the carrier says of it. */
  @Text({ optional: true, example: 'Arrived at terminal' })
  description?: string;
}
