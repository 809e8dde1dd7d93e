import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Kind, OneOf, SomeOf } from '../../platform/http/contract/response-fields.js';
import {
  CARRIER_DOCUMENTS,
  type CarrierDocumentType,
  CARRIER_OPERATIONS,
  GRADES,
  type CarrierOperation,
  type Grade,
} from './carrier-adapter.js';

@ApiSchema({ description: 'Something that an adapter can ask its carrier.' })
export class AdapterOperationDto {
  /** `rate`: prices; `tender`: booking; `pickup`: changing a booked pickup; `cancel`: cancelling; `track`: tracking; `documents`: what the carrier keeps of a shipment. */
  @OneOf(CARRIER_OPERATIONS)
  operation: CarrierOperation;
  /**
   * How sure its facts are. `A`: official documentation or recorded answers; `B`: several public clients agree; `C`: one
   * client, or derived. Null where the adapter does not say.
   */
  @OneOf(GRADES)
  grade: Grade | null;
}

@ApiSchema({ description: 'A way to a carrier’s API, which a carrier connection is made through.' })
export class CarrierAdapterDto {
  /** Always `adapter`. */
  @Kind('adapter')
  object: 'adapter';
  /** What a connection names it by. */
  name: string;
  /** What people call it. */
  title: string;
  /** The carriers it speaks to; empty: any carrier of the directory. */
  scacs: string[];
  /** What it can ask; what is missing is for the telephone. */
  operations: AdapterOperationDto[];
  /** The documents of a shipment that it can fetch. */
  @SomeOf(CARRIER_DOCUMENTS)
  document_types: CarrierDocumentType[];
  /** The modes it can be connected in, `test` and `live`: one that calls a carrier in live mode only. */
  @ApiProperty({ type: 'array', items: { type: 'string' } })
  modes: string[];
  /** JSON Schema (2020-12) of a connection’s `settings`. Secrets are `writeOnly`, with the format `password`. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  settings_schema: Record<string, unknown>;
}
