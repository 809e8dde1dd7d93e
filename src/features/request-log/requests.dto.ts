import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { AnyOf, TextFilter } from '../../platform/http/contract/filters.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import { REQUEST_OUTCOMES, type RequestOutcome } from './api-request.entity.js';

@ApiSchema({ description: 'One request of an API key or a member, without headers, query or body.' })
export class LoggedRequestDto {
  /** Always `request`. */
  @Kind('request') object: 'request';
  /** The id of the log entry. */
  @Int() id: number;
  /** The `Request-Id` header of the response. */
  request_id: string;
  /** The id of the API key; null for a member's request. */
  @Int() key_id: number | null;
  /** The id of the member; null for an API key's request. */
  @Int() member_id: number | null;
  /** The HTTP method. */
  method: string;
  /** The path without the query. */
  path: string;
  /** `succeeded`: status below 400. `refused`: 4xx. `failed`: 5xx. `aborted`: the client disconnected before the response. */
  @OneOf(REQUEST_OUTCOMES) outcome: RequestOutcome;
  /** The HTTP status of the response. */
  @Int() status: number;
  /** The `code` of the error response; null without an error. */
  error_code: string | null;
  /** The `Idempotency-Key` header of the request. */
  idempotency_key: string | null;
  /** Milliseconds from authentication to the end of the response. */
  @Int() duration_ms: number;
  /** When the entry was written, within a second of the response, ISO 8601 in UTC. */
  @Time() created_at: string;
}

export class LoggedRequestListQuery extends TwoWayPageQuery {
  /** Only the request with this `Request-Id` in its response. */
  @TextFilter() request_id?: string;
  /** Only requests with one of these outcomes. */
  @AnyOf(REQUEST_OUTCOMES) outcome?: RequestOutcome[];
}
