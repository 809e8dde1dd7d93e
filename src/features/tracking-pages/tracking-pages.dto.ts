import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Int, Kind, SomeOf, Time } from '../../platform/http/contract/response-fields.js';
import { Email, Flag, ListOf } from '../../platform/http/contract/fields.js';
import { Choices } from '../../platform/http/contract/value-lists.js';
import { MAX_RECIPIENTS, NOTICES, type Notice } from './tracking-link.entity.js';

@ApiSchema({ description: 'A recipient of email updates.' })
export class RecipientDto {
  /** Email address. */
  @Email({ example: 'dock@lakeside.example' }) email: string;
  /** Events to send; defaults to all. */
  @Choices(NOTICES, { optional: true, example: ['out_for_delivery', 'delivered'] }) events?: Notice[];
}

@ApiSchema({ description: 'Settings of a public tracking page. Omitted fields keep their values.' })
export class ShareTrackingDto {
  /** True if the page shows the proof of delivery; defaults to false. */
  @Flag({ optional: true, example: true }) pod?: boolean;
  /** Recipients of email updates. Replaces the previous list. No duplicates. */
  @ListOf(RecipientDto, { optional: true, max: MAX_RECIPIENTS }) notify?: RecipientDto[];
}

@ApiSchema({ description: 'A recipient of email updates.' })
export class RecipientStateDto {
  /** Email address. In test mode the emails go to the owner of the organization instead. */
  email: string;
  /** Events to send. */
  @SomeOf(NOTICES) events: Notice[];
  /** Events already emailed to the recipient. */
  @SomeOf(NOTICES) told: Notice[];
  /** True if the recipient unsubscribed from emails about the organization’s shipments. */
  stopped: boolean;
}

@ApiSchema({ description: 'The public tracking page of a shipment.' })
export class TrackingLinkDto {
  /** Always `tracking_link`. */
  @Kind('tracking_link') object: 'tracking_link';
  /** The shipment’s id. */
  @Int() freight_id: number;
  /** URL of the page. Anyone with the URL can see it. */
  @ApiProperty({ type: String, format: 'uri' }) url: string;
  /** True if the page shows the proof of delivery. */
  pod: boolean;
  /** Recipients of email updates. */
  notify: RecipientStateDto[];
  /** Expiry of the page, ISO 8601 in UTC: 90 days after the delivery, or after the creation of the link if that is later. If the shipment is not delivered, 365 days after the creation of the link. */
  @Time() expires_at: string;
  /** Time of creation, ISO 8601 in UTC. */
  @Time() created_at: string;
}

@ApiSchema({ description: 'A revoked tracking link.' })
export class RevokedTrackingLinkDto {
  /** Always `tracking_link`. */
  @Kind('tracking_link') object: 'tracking_link';
  /** The shipment’s id. */
  @Int() freight_id: number;
  /** Always true. */
  deleted: boolean;
}
