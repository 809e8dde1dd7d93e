import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { newId } from '../../domain/ids.js';
import type { EventDefinition, EventSubjects } from './define-event.js';
import type { Event, EventOf } from './event.entity.js';
import { EventsRepository } from './events.repository.js';

/** Runs in the publisher's transaction: its writes commit or roll back with the event. */
export type EventHandler<Data> = (tenant: Tenant, event: EventOf<Data>) => Promise<void>;

/** Returns the event's data with additions. */
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

  /** Subscribes to one type of event. Handlers run in the order of their subscription. */
  on<Data extends object>(definition: EventDefinition<Data>, handler: EventHandler<Data>): void {
    this.subscriptions.push({ definition, handler });
  }

  /** Subscribes to all events, including types that are defined later. */
  onAny(handler: EventHandler<object>): void {
    this.subscriptions.push({ definition: null, handler });
  }

  /** Registers a decorator that runs before each event is stored. */
  decorate(decorator: EventDecorator): void {
    this.decorators.push(decorator);
  }

  /**
   * Stores an event and runs its handlers in the caller's transaction. `about` adds subjects that the data do not contain.
   * @throws Error outside a transaction
   */
  async publish<Data extends object>(
    tenant: Tenant,
    definition: EventDefinition<Data>,
    data: NoInfer<Data>,
    about: EventSubjects = {},
  ): Promise<Event> {
    const { name: type } = definition;
    if (!this.transactions.active) throw new Error(`${type} was published outside a transaction`);
    let decorated: Data = data;
    for (const decorate of this.decorators) decorated = decorate(definition, decorated);
    const publicId = newId('evt');
    const event = await this.events.insert(tenant, {
      publicId,
      type,
      data: decorated,
      ...definition.about?.(decorated),
      ...about,
    });
    for (const subscription of this.subscriptions) {
      if (subscription.definition === null || subscription.definition === definition)
        await subscription.handler(tenant, event as EventOf<never>);
    }
    return event;
  }
}
