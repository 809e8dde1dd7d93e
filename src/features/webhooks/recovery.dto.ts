import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf } from '../../platform/http/contract/response-fields.js';
import { IsoDate } from '../../platform/http/contract/dates.js';
import { Choice, Id } from '../../platform/http/contract/fields.js';

export const RECOVERY_SCOPES = ['failed', 'all'] as const;
export type RecoveryScope = (typeof RECOVERY_SCOPES)[number];

@ApiSchema({ description: 'Since when events are to be sent again.' })
export class RecoverWebhookDto {
  /** Events that were first sent, or would have been, at this time or later: a timestamp, or a day from its start in UTC. */
  @IsoDate()
  since: string;
  /** `failed` for what no attempt delivered; `all` for what was delivered too, e.g. when a receiver lost what it had. */
  @Choice(RECOVERY_SCOPES, { optional: true })
  include?: RecoveryScope;
  /** Where an earlier answer with `has_more` stopped: its `last_delivery_id`. */
  @Id({ optional: true })
  starting_after?: number;
}

@ApiSchema({ description: 'What is sent again.' })
export class WebhookRecoveryDto {
  /** Always `webhook_recovery`. */
  @Kind('webhook_recovery')
  object: 'webhook_recovery';
  /** The endpoint it goes to. */
  @Int()
  endpoint_id: number;
  /** Since when, as it was asked. */
  since: string;
  /** What was to be sent again. */
  @OneOf(RECOVERY_SCOPES)
  include: RecoveryScope;
  /** How many new deliveries were made. */
  @Int()
  count: number;
  /** The last delivery that was looked at; null when there was none. */
  @Int()
  last_delivery_id: number | null;
  /** True when there is more to look at: ask again, `starting_after` the last. */
  has_more: boolean;
}
