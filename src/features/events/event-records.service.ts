import { Injectable } from '@nestjs/common';
import { invalidParam } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { listDefinedEvents } from './define-event.js';
import { toEventPayload } from './event.mapper.js';
import type { EventListQuery, EventRecordDto } from './events.dto.js';
import { EventsRepository } from './events.repository.js';
import { canSeeEvents } from './event-access.js';

/** Reads the events that the caller's scopes allow. */
@Injectable()
export class EventRecordsService {
  constructor(private readonly events: EventsRepository) {}

  /** @throws ApiError unknown_reference if the cursor is no event */
  async list(caller: Caller, query: EventListQuery): Promise<Page<EventRecordDto>> {
    const after =
      query.starting_after === undefined ? null : await this.resolveCursor(caller, query.starting_after);
    const types = resolveTypes(caller, query.type);
    if (types?.length === 0) return new Page<EventRecordDto>([], false);
    return (await this.events.listPage(caller, query, after, types)).map(toEventPayload);
  }

  /** @throws RowMissing */
  async get(caller: Caller, publicId: string): Promise<EventRecordDto> {
    const event = await this.events.findBy(caller, { publicId });
    if (!event || !canSeeEvents(caller, event.type)) throw new RowMissing();
    return toEventPayload(event);
  }

  private async resolveCursor(tenant: Tenant, publicId: string): Promise<number> {
    const event = await this.events.findBy(tenant, { publicId });
    if (!event)
      throw invalidParam(
        'starting_after',
        'starting_after is not the id of a stored event. Use an id from an earlier page.',
        'unknown_reference',
      );
    return event.id;
  }
}

/** Returns the event types that a list contains; null for all. */
function resolveTypes(caller: Caller, wanted: string | undefined): string[] | null {
  if (!caller.scopes) return wanted === undefined ? null : [wanted];
  const types = wanted === undefined ? listDefinedEvents().map(({ name }) => name) : [wanted];
  return types.filter((type) => canSeeEvents(caller, type));
}
