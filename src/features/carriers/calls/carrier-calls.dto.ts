import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../../platform/http/contract/response-fields.js';
import { AnyOf, ScacFilter } from '../../../platform/http/contract/filters.js';
import { TwoWayPageQuery } from '../../../platform/http/contract/list.js';
import { CARRIER_OPERATIONS, type CarrierOperation } from '../carrier-adapter.js';
import { CALL_OUTCOMES, type CallOutcome } from './carrier-call.entity.js';

/** 16 KiB and a mark that the rest is cut. */
const MAX_LOGGED_BODY = 16_385;

@ApiSchema({ description: 'An HTTP call to a carrier’s API, without credentials.' })
export class CarrierCallDto {
  /** Always `carrier_call`. */
  @Kind('carrier_call') object: 'carrier_call';
  /** The call's id. */
  @Int() id: number;
  /** The carrier's SCAC. */
  carrier: string;
  /** The operation that made the call. */
  @OneOf(CARRIER_OPERATIONS) operation: CarrierOperation;
  /** `answered`: 2xx, with any content; `refused`: 4xx; `failed`: no valid response. */
  @OneOf(CALL_OUTCOMES) outcome: CallOutcome;
  /** The HTTP method. */
  method: string;
  /** The URL with its query. */
  url: string;
  /** Request body, truncated to 16 KiB. Secrets are replaced by `[redacted]`. */
  @ApiProperty({ maxLength: MAX_LOGGED_BODY }) request: string;
  /** HTTP status of the response; null without one. */
  @Int() response_status: number | null;
  /** Response body, truncated and redacted like the request body. */
  @ApiProperty({ maxLength: MAX_LOGGED_BODY }) response_body: string;
  /** Milliseconds until the full response or the error. */
  @Int() duration_ms: number;
  /** Why there was no valid response. */
  error: string | null;
  /** When the call was stored, within a second of it, ISO 8601 in UTC. */
  @Time() created_at: string;
}

export class CarrierCallListQuery extends TwoWayPageQuery {
  /** Only calls to the carrier with this SCAC. */
  @ScacFilter() carrier?: string;
  /** Only calls with one of these outcomes. */
  @AnyOf(CALL_OUTCOMES) outcome?: CallOutcome[];
}
