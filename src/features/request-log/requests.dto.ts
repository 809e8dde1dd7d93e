import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { AnyOf, TextFilter } from '../../platform/http/contract/filters.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { REQUEST_OUTCOMES, type RequestOutcome } from './api-request.entity.js';

@ApiSchema({ description: 'One request of a key or a member, without headers, query and body.' })
export class LoggedRequestDto {
  /** Always `request`. */
  @Kind('request')
  object: 'request';
  /** The record's id. */
  @Int()
  id: number;
  /** The `Request-Id` of its answer. */
  request_id: string;
  /** The id of the key that asked; null where a member did. */
  @Int()
  key_id: number | null;
  /** The id of the member who asked; null where a key did. */
  @Int()
  member_id: number | null;
  /** The HTTP method. */
  method: string;
  /** Where it went, without its query. */
  path: string;
  /** `succeeded` below 400, `refused` with 4xx, `failed` with 5xx, `aborted` when the client left before its answer. */
  @OneOf(REQUEST_OUTCOMES)
  outcome: RequestOutcome;
  /** The status answered. */
  @Int()
  status: number;
  /** The `code` of the error answered; null without one. */
  error_code: string | null;
  /** The `Idempotency-Key` it came with. */
  idempotency_key: string | null;
  /** Milliseconds from the key's check until the whole answer was sent. */
  @Int()
  duration_ms: number;
  /** When it was written down, within a second of the answer, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

export class LoggedRequestListQuery extends TwoWayPageQuery {
  /** Only the request whose answer had this `Request-Id`. */
  @TextFilter()
  request_id?: string;

  /** Only requests with one of these outcomes. */
  @AnyOf(REQUEST_OUTCOMES)
  outcome?: RequestOutcome[];
}
