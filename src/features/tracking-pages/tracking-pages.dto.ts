import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Int, Kind, SomeOf, Time } from '../../platform/http/contract/response-fields.js';
import { Email, Flag, ListOf } from '../../platform/http/contract/fields.js';
import { Choices } from '../../platform/http/contract/value-lists.js';
import { MAX_RECIPIENTS, NOTICES, type Notice } from './notices.js';

@ApiSchema({ description: 'Somebody to be told of a shipment by mail.' })
export class RecipientDto {
  /** The address. */
  @Email({ example: 'dock@lakeside.example' })
  email: string;
  /** Of what; of everything by default. */
  @Choices(NOTICES, { optional: true, example: ['out_for_delivery', 'delivered'] })
  events?: Notice[];
}

@ApiSchema({ description: 'Who sees what of a shipment without a key; what is left out stays.' })
export class ShareTrackingDto {
  /** Whether the page has the proof of delivery; at first it has not. */
  @Flag({ optional: true, example: true })
  pod?: boolean;
  /** Who is told by mail, in place of who was told before; an empty list tells nobody. No address twice. */
  @ListOf(RecipientDto, { optional: true, max: MAX_RECIPIENTS })
  notify?: RecipientDto[];
}

@ApiSchema({ description: 'Somebody who is told of a shipment by mail.' })
export class RecipientStateDto {
  /** The address. In test mode nobody writes there: the organization’s owner gets the mail. */
  email: string;
  /** Of what. */
  @SomeOf(NOTICES)
  events: Notice[];
  /** Of what a mail has been written already. */
  @SomeOf(NOTICES)
  told: Notice[];
  /** Whether the address wants no more mails about the organization’s shipments: it gets none. */
  stopped: boolean;
}

@ApiSchema({ description: 'The public page of a shipment, for its consignee.' })
export class TrackingLinkDto {
  /** Always `tracking_link`. */
  @Kind('tracking_link')
  object: 'tracking_link';
  /** The shipment’s id. */
  @Int()
  freight_id: number;
  /** The page. Who has the address can look. */
  @ApiProperty({ type: String, format: 'uri' })
  url: string;
  /** Whether the page has the proof of delivery, once there is one. */
  pod: boolean;
  /** Who is told by mail. */
  notify: RecipientStateDto[];
  /** When the page ends, ISO 8601 in UTC: 90 days after the delivery; as long as there is none, a year after the link was made. */
  @Time()
  expires_at: string;
  /** When the link was made, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

@ApiSchema({ description: 'A link that leads nowhere any more.' })
export class RevokedTrackingLinkDto {
  /** Always `tracking_link`. */
  @Kind('tracking_link')
  object: 'tracking_link';
  /** The shipment’s id. */
  @Int()
  freight_id: number;
  /** Always true. */
  deleted: boolean;
}
