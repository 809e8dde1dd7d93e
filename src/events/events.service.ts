import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { EventType } from './event-types.js';
import type { Event } from './event.entity.js';
import { EventsRepository } from './events.repository.js';

/** Runs inside the publisher's transaction: what it writes commits or vanishes with the event. */
export type EventHandler = (tenant: Tenant, event: Event) => Promise<void>;

/** What a simulation lays over the events of one type. */
interface Overlay {
  type: EventType;
  data: Record<string, unknown>;
  published: Event[];
}

@Injectable()
export class EventsService {
  private readonly handlers: EventHandler[] = [];
  private readonly overlay = new AsyncLocalStorage<Overlay>();

  constructor(
    private readonly transactions: Transactions,
    private readonly events: EventsRepository,
  ) {}

  /** Handlers see every event of every type. */
  on(handler: EventHandler): void {
    this.handlers.push(handler);
  }

  /** Stores an event and runs the handlers. The caller's transaction must be open: an event without its cause is a lie. */
  async publish(tenant: Tenant, type: EventType, data: Record<string, unknown>): Promise<Event> {
    if (!this.transactions.active) throw new Error(`${type} was published outside a transaction`);
    const overlay = this.overlay.getStore();
    const laidOver = overlay?.type === type ? { ...data, ...overlay.data } : data;
    const publicId = `evt_${randomUUID().replaceAll('-', '')}`;
    const event = await this.events.insert(tenant, { publicId, type, data: laidOver });
    if (laidOver !== data) overlay!.published.push(event);
    for (const handler of this.handlers) await handler(tenant, event);
    return event;
  }

  /** Lays `data` over every event of a type that `work` publishes, and returns those events: for simulations. */
  async layOver(
    type: EventType,
    data: Record<string, unknown>,
    work: () => Promise<unknown>,
  ): Promise<Event[]> {
    const overlay: Overlay = { type, data, published: [] };
    await this.overlay.run(overlay, work);
    return overlay.published;
  }
}
