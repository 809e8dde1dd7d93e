import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind } from '../http/contract/response-fields.js';

@ApiSchema({ description: 'A rate limit.' })
export class RatePolicyDto {
  /** The name of the limit in the headers `RateLimit` and `RateLimit-Policy`. */
  policy: string;
  /**
   * Requests per window: of the key for `default`, of all keys in this mode for `organization`. For `in-flight`, concurrent requests. For `written-bytes`, bytes stored for the organization
   * in this mode.
   */
  @Int() limit: number;
  /** The length of the window in seconds. Null for concurrent requests. */
  @Int() window_seconds: number | null;
}

@ApiSchema({
  description: 'A quota of the organization. It covers both modes, unless its name starts with `test_`.',
})
export class QuotaDto {
  /**
   * The limited resource: `api_keys`, `members`, `carrier_connections`, `webhook_endpoints`, `tracked_shipments`, `tariffs`,
   * `addresses`, `customers`, `products`, `test_shipments` (test mode only), `document_bytes`.
   */
  name: string;
  /** The maximum. */
  @Int() limit: number;
  /** The current use. */
  @Int() used: number;
}

@ApiSchema({
  description: 'The rate limits of the key and of its organization, and the quotas of the organization.',
})
export class LimitsDto {
  /** Always `limits`. */
  @Kind('limits') object: 'limits';
  /**
   * If a limit is exceeded, requests get 429 `rate_limited` with `Retry-After`. Empty if the operator has disabled rate
   * limits.
   */
  rates: RatePolicyDto[];
  /** If a quota is exceeded, requests get 422 `quota_exceeded`. */
  quotas: QuotaDto[];
}
