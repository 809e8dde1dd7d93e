import { Injectable } from '@nestjs/common';
import { Page } from '../../platform/tenancy/page.js';
import { listDefinedEvents } from './define-event.js';
import type { EventTypeDetailsDto } from './events.dto.js';

type SchemaBuilder = (type: string) => Record<string, unknown>;

/** Describes the event types of the installation, those of extensions included. */
@Injectable()
export class EventTypesService {
  private buildDataSchema: SchemaBuilder = () => ({});

  /** The application, which builds the OpenAPI document, registers the schemas at startup. */
  registerSchemas(build: SchemaBuilder): void {
    this.buildDataSchema = build;
  }

  list(): Page<EventTypeDetailsDto> {
    const types = listDefinedEvents().map(
      ({ name: type, meaning: description, sample }): EventTypeDetailsDto => {
        return { object: 'event_type', type, description, schema: this.buildDataSchema(type), sample };
      },
    );
    return new Page(types, false);
  }
}
