import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventOf } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import {
  shipmentDelivered,
  shipmentException,
  shipmentOutForDelivery,
  type ShipmentEventData,
} from '../freight/record/freight.events.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { ConsigneeMailQueue } from './consignee-mail-queue.js';
import type { Notice, TrackingLink } from './tracking-link.entity.js';
import { TrackingLinksRepository, type RecipientState } from './tracking-links.repository.js';

const NOTICE_EVENTS = [
  [shipmentOutForDelivery, 'out_for_delivery'],
  [shipmentDelivered, 'delivered'],
  [shipmentException, 'exception'],
] as const;

/** Queues emails to consignees, in the transaction of the event. Each recipient gets each notice once. */
@Injectable()
export class NoticesService implements OnModuleInit {
  constructor(
    private readonly links: TrackingLinksRepository,
    private readonly mails: ConsigneeMailQueue,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly events: EventsService,
  ) {}

  onModuleInit(): void {
    this.freightLifecycle.onChange((tenant, freight) => this.sendBookedNotice(tenant, freight));
    for (const [definition, notice] of NOTICE_EVENTS)
      this.events.on(definition, (tenant, event) => this.handleEvent(tenant, event, notice));
  }

  /** For a consignee a shipment is booked once the carrier has accepted it. Later recipients get the notice until the pickup. */
  async sendBookedNotice(tenant: Tenant, freight: Freight): Promise<void> {
    if (freight.trackingPage?.notifies && isAcceptedByCarrier(freight))
      await this.sendNotices(tenant, freight.id, 'booked');
  }

  /** Returns by email address which notices were sent and whether it unsubscribed. */
  async listRecipientStates(
    tenant: Tenant,
    { freightId, notify }: TrackingLink,
  ): Promise<Map<string, RecipientState>> {
    if (notify.length === 0) return new Map();
    const emails = notify.map(({ email }) => email);
    const rows = await this.links.listRecipientStates(tenant, freightId, emails);
    return new Map(rows.map((row) => [row.email, row]));
  }

  private async handleEvent(
    tenant: Tenant,
    { data }: EventOf<ShipmentEventData>,
    notice: Notice,
  ): Promise<void> {
    const { freight_id: freightId } = data.shipment;
    if (freightId !== null) await this.sendNotices(tenant, freightId, notice);
  }

  private async sendNotices(tenant: Tenant, freightId: number, notice: Notice): Promise<void> {
    const link = await this.links.findByFreight(tenant, freightId);
    const wanted = link && !link.lapsed ? link.notify.filter(({ events }) => events.includes(notice)) : [];
    if (wanted.length === 0) return;
    const states = await this.listRecipientStates(tenant, link!);
    for (const { email } of wanted) {
      const { told, stopped } = states.get(email)!;
      if (stopped || told.includes(notice)) continue;
      await this.mails.add(tenant, { freightId, email, event: notice });
    }
  }
}

function isAcceptedByCarrier({ status }: Freight): boolean {
  return status === 'carrier_accepted' || status === 'scheduled';
}
