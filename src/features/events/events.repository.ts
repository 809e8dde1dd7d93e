import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { buildConditions } from '../../platform/tenancy/list-filters.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { Event } from './event.entity.js';
import type { EventListQuery } from './events.dto.js';

@Injectable()
export class EventsRepository extends OwnedRepository<Event> {
  /** Events of rate requests with hundreds of quotes are large. */
  protected override readonly firstRows = 4;

  constructor(transactions: Transactions) {
    super(transactions, Event, ['data']);
  }

  /** Returns a page of events that match the query and have one of the types; null allows all types. */
  async listPage(
    tenant: Tenant,
    query: EventListQuery,
    after: number | null,
    types: string[] | null,
  ): Promise<Page<Event>> {
    const conditions = buildConditions(query);
    if (types) conditions.equal.set('type', types);
    const paging = { limit: query.limit, ...(after !== null && { starting_after: after }) };
    return this.pageOfParts([''], tenant, paging, {}, conditions);
  }
}
