import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind } from '../http/contract/response-fields.js';

@ApiSchema({ description: 'How often something may be asked.' })
export class RatePolicyDto {
  /** Its name in the headers `RateLimit` and `RateLimit-Policy`. */
  policy: string;
  /** Requests in a window; of `in-flight`, requests at once; of `written-bytes`, bytes that are stored for the organization in this mode. */
  @Int()
  limit: number;
  /** Seconds of a window; null: there is none, requests at once are counted. */
  @Int()
  window_seconds: number | null;
}

@ApiSchema({ description: 'How much of something the organization may have, in both modes together.' })
export class QuotaDto {
  /** What is counted: `api_keys`, `members`, `carrier_connections`, `webhook_endpoints`, `tracked_shipments`, `tariffs`, `document_bytes`. */
  name: string;
  /** The most there may be. */
  @Int()
  limit: number;
  /** How many there are. */
  @Int()
  used: number;
}

@ApiSchema({ description: 'What the key and its organization may ask and have.' })
export class LimitsDto {
  /** Always `limits`. */
  @Kind('limits')
  object: 'limits';
  /** Past one of these, 429 `rate_limited` with `Retry-After`. Empty where the operator has turned them off. */
  rates: RatePolicyDto[];
  /** Past one of these, 422 `quota_exceeded`. */
  quotas: QuotaDto[];
}
