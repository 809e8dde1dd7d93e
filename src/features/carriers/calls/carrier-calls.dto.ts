import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../../platform/http/contract/response-fields.js';
import { AnyOf, ScacFilter } from '../../../platform/http/contract/filters.js';
import { TwoWayPageQuery } from '../../../platform/http/contract/list.js';
import { CARRIER_OPERATIONS, type CarrierOperation } from '../carrier-adapter.js';
import { CALL_OUTCOMES, type CallOutcome } from './carrier-call.entity.js';

/** 16 KiB and the sign that there was more. */
const MAX_LOGGED_BODY = 16_385;

@ApiSchema({ description: 'One HTTP call to a carrier’s API, without credentials.' })
export class CarrierCallDto {
  /** Always `carrier_call`. */
  @Kind('carrier_call')
  object: 'carrier_call';
  /** The call's id. */
  @Int()
  id: number;
  /** The carrier's SCAC. */
  carrier: string;
  /** What it was made for: a price, a booking, a cancellation, tracking. */
  @OneOf(CARRIER_OPERATIONS)
  operation: CarrierOperation;
  /** `answered` with 2xx, whatever that says; `refused` with 4xx; `failed` without an answer, or with one that is none. */
  @OneOf(CALL_OUTCOMES)
  outcome: CallOutcome;
  /** The HTTP method. */
  method: string;
  /** Where it went, with its query. */
  url: string;
  /** The body sent; secrets read `[redacted]`, and what is longer than 16 KiB is cut. */
  @ApiProperty({ maxLength: MAX_LOGGED_BODY })
  request: string;
  /** The status answered; null without an answer. */
  @Int()
  response_status: number | null;
  /** The body answered, as the one sent. */
  @ApiProperty({ maxLength: MAX_LOGGED_BODY })
  response_body: string;
  /** Milliseconds until the whole answer was there, or the fault. */
  @Int()
  duration_ms: number;
  /** Why there was no sensible answer. */
  error: string | null;
  /** When it was written down, within a second of the call, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

export class CarrierCallListQuery extends TwoWayPageQuery {
  /** Only calls to the carrier with this SCAC. */
  @ScacFilter()
  carrier?: string;

  /** Only calls with one of these outcomes. */
  @AnyOf(CALL_OUTCOMES)
  outcome?: CallOutcome[];
}
