import { ApiSchema } from '@nestjs/swagger';
import { OneOf, Time } from '../../../platform/http/contract/response-fields.js';
import { TENDER_STATE_NAMES, type TenderState } from './tender-states.js';

@ApiSchema({
  description: 'The tender that went to the carrier by e-mail, and what was answered by its link.',
})
export class TenderDto {
  /**
   * `sent` until it is answered, its time is over, or the shipment is cancelled or confirmed otherwise. `failed`: no mail
   * server took it.
   */
  @OneOf(TENDER_STATE_NAMES)
  state: TenderState;
  /** The carrier's address. In test mode nobody writes there: the organization's owner gets the mail. */
  email: string;
  /** When a mail server took it, ISO 8601 in UTC; null until then. */
  @Time()
  sent_at: string | null;
  /** Until when it can be answered, ISO 8601 in UTC. */
  @Time()
  expires_at: string;
  /** When it was answered, ISO 8601 in UTC. */
  @Time()
  answered_at: string | null;
  /** Who answered, as they put it. */
  by: string | null;
  /** Why it was declined, or is no longer open. */
  reason: string | null;
}
