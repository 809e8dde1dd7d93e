import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { newId } from '../../domain/ids.js';
import type { EventDefinition, EventSubjects } from './define-event.js';
import type { Event, EventOf } from './event.entity.js';
import { EventsRepository } from './events.repository.js';

/** Runs inside the publisher's transaction: what it writes commits or vanishes with the event. */
export type EventHandler<Data> = (tenant: Tenant, event: EventOf<Data>) => Promise<void>;

/** Adds to what an event says. */
export type EventDecorator = <Data extends object>(definition: EventDefinition<Data>, data: Data) => Data;

interface EventSubscription {
  /** Null for every event. */
  definition: EventDefinition | null;
  handler: EventHandler<never>;
}

@Injectable()
export class EventsService {
  private readonly subscriptions: EventSubscription[] = [];
  private readonly decorators: EventDecorator[] = [];

  constructor(
    private readonly transactions: Transactions,
    private readonly events: EventsRepository,
  ) {}

  /** Hears one kind of event. Handlers run in the order in which they subscribed. */
  on<Data extends object>(definition: EventDefinition<Data>, handler: EventHandler<Data>): void {
    this.subscriptions.push({ definition, handler });
  }

  /** Hears every event, also those that are defined later. */
  onAny(handler: EventHandler<object>): void {
    this.subscriptions.push({ definition: null, handler });
  }

  /** Has a say in every event before it is stored. */
  decorate(decorator: EventDecorator): void {
    this.decorators.push(decorator);
  }

  /**
   * Stores an event and runs its handlers. `about` names what its data don't. The caller's transaction must be open: an event without its
   * cause is a lie.
   */
  async publish<Data extends object>(
    tenant: Tenant,
    definition: EventDefinition<Data>,
    data: NoInfer<Data>,
    about: EventSubjects = {},
  ): Promise<Event> {
    const { name: type } = definition;
    if (!this.transactions.active) throw new Error(`${type} was published outside a transaction`);
    let told: Data = data;
    for (const decorate of this.decorators) told = decorate(definition, told);
    const publicId = newId('evt');
    const event = await this.events.insert(tenant, {
      publicId,
      type,
      data: told,
      ...definition.about?.(told),
      ...about,
    });
    for (const { definition: of, handler } of this.subscriptions) {
      if (of === null || of === definition) await handler(tenant, event as EventOf<never>);
    }
    return event;
  }
}
