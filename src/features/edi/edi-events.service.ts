import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { EventDefinition } from '../events/define-event.js';
import { EventsService } from '../events/events.service.js';
import { EdiDocumentsRepository } from './edi-documents.repository.js';
import { toEdiInterchangeDto } from './edi-interchange.mapper.js';
import { EdiInterchangesRepository } from './edi-interchanges.repository.js';
import type { EdiInterchangeEventData } from './edi.events.js';

/** Publishes events about files for partners. */
@Injectable()
export class EdiEventsService {
  constructor(
    private readonly interchanges: EdiInterchangesRepository,
    private readonly documents: EdiDocumentsRepository,
    private readonly events: EventsService,
  ) {}

  /** Publishes the event with the interchange as it is now, in the caller's transaction. */
  async publish(
    tenant: Tenant,
    event: EventDefinition<EdiInterchangeEventData>,
    interchangeId: number,
  ): Promise<void> {
    const interchange = await this.interchanges.get(tenant, interchangeId);
    const documents = await this.documents.listShown(tenant, [interchangeId]);
    const data = { interchange: toEdiInterchangeDto(interchange, documents.get(interchangeId) ?? []) };
    await this.events.publish(tenant, event, data);
  }
}
