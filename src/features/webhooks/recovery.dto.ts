import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf } from '../../platform/http/contract/response-fields.js';
import { IsoDate } from '../../platform/http/contract/dates.js';
import { Choice, Id } from '../../platform/http/contract/fields.js';

export const RECOVERY_SCOPES = ['failed', 'all'] as const;
export type RecoveryScope = (typeof RECOVERY_SCOPES)[number];

@ApiSchema({ description: 'Selects the events to resend.' })
export class RecoverWebhookDto {
  /** Recovers deliveries created at this time or later: a timestamp, or a date from 00:00 UTC. */
  @IsoDate()
  since: string;
  /** `failed` (default) resends failed deliveries. `all` also resends delivered ones, for a receiver that lost its data. */
  @Choice(RECOVERY_SCOPES, { optional: true })
  include?: RecoveryScope;
  /** The `last_delivery_id` of an earlier response with `has_more`. */
  @Id({ optional: true })
  starting_after?: number;
}

@ApiSchema({ description: 'The result of a recovery request.' })
export class WebhookRecoveryDto {
  /** Always `webhook_recovery`. */
  @Kind('webhook_recovery')
  object: 'webhook_recovery';
  /** The endpoint's id. */
  @Int()
  endpoint_id: number;
  /** `since` of the request. */
  since: string;
  /** `include` of the request, or its default. */
  @OneOf(RECOVERY_SCOPES)
  include: RecoveryScope;
  /** Number of new deliveries. */
  @Int()
  count: number;
  /** The last delivery that was checked; null if there was none. */
  @Int()
  last_delivery_id: number | null;
  /** True if more deliveries remain. Send another request with `starting_after` set to `last_delivery_id`. */
  has_more: boolean;
}
