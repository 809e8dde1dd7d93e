import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind } from '../http/contract/response-fields.js';

@ApiSchema({ description: 'A rate limit.' })
export class RatePolicyDto {
  /** The name of the limit in the headers `RateLimit` and `RateLimit-Policy`. */
  policy: string;
  /**
   * Requests per window. For `in-flight`, concurrent requests. For `written-bytes`, bytes stored for the organization
   * in this mode.
   */
  @Int()
  limit: number;
  /** The length of the window in seconds. Null for concurrent requests. */
  @Int()
  window_seconds: number | null;
}

@ApiSchema({ description: 'A quota of the organization, for both modes together.' })
export class QuotaDto {
  /**
   * What is limited: `api_keys`, `members`, `carrier_connections`, `webhook_endpoints`, `tracked_shipments`, `tariffs`,
   * `document_bytes`.
   */
  name: string;
  /** The maximum. */
  @Int()
  limit: number;
  /** The current use. */
  @Int()
  used: number;
}

@ApiSchema({ description: 'The rate limits of the key and the quotas of its organization.' })
export class LimitsDto {
  /** Always `limits`. */
  @Kind('limits')
  object: 'limits';
  /**
   * Above one of these, requests get 429 `rate_limited` with `Retry-After`. Empty if the operator has disabled rate
   * limits.
   */
  rates: RatePolicyDto[];
  /** Above one of these, requests get 422 `quota_exceeded`. */
  quotas: QuotaDto[];
}
