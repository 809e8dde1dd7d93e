import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Kind, OneOf, SomeOf } from '../../platform/http/contract/response-fields.js';
import {
  CARRIER_DOCUMENTS,
  CARRIER_OPERATIONS,
  GRADES,
  type CarrierDocumentType,
  type CarrierOperation,
  type Grade,
} from './carrier-adapter.js';

@ApiSchema({ description: 'An operation of an adapter.' })
export class AdapterOperationDto {
  /**
   * `rate`: prices; `tender`: booking; `pickup`: changes to a booked pickup; `cancel`: cancellation; `track`: tracking;
   * `documents`: the carrier's documents of a shipment.
   */
  @OneOf(CARRIER_OPERATIONS) operation: CarrierOperation;
  /**
   * Confidence in the implementation. `A`: official documentation or recorded responses; `B`: several public clients
   * agree; `C`: one client, or our inference. Null if the adapter does not state it.
   */
  @OneOf(GRADES) grade: Grade | null;
}

@ApiSchema({ description: 'An adapter for a carrier’s API. Each carrier connection uses one adapter.' })
export class CarrierAdapterDto {
  /** Always `adapter`. */
  @Kind('adapter') object: 'adapter';
  /** The name that a connection refers to. */
  name: string;
  /** Display name. */
  title: string;
  /** SCACs of the supported carriers; empty: any carrier of the directory. */
  scacs: string[];
  /** Supported operations. For any other operation, call the carrier. */
  operations: AdapterOperationDto[];
  /** Document types that it can fetch. */
  @SomeOf(CARRIER_DOCUMENTS) document_types: CarrierDocumentType[];
  /** The modes it can be connected in: `test`, `live`. Adapters that call a carrier work in live mode only. */
  @ApiProperty({ type: 'array', items: { type: 'string' } }) modes: string[];
  /** JSON Schema (2020-12) of a connection’s `settings`. Secrets are `writeOnly` with the format `password`. */
  @ApiProperty({ type: 'object', additionalProperties: true }) settings_schema: Record<string, unknown>;
}
