import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { EVENT_TYPES, type EventType } from '../events/event-types.js';
import type { Event } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';
import { FreightRepository } from '../freight/freight.repository.js';
import { ApiError, invalidParam } from '../http/api-error.js';
import type { Tenant } from '../tenancy/tenant.js';
import { sampleOf } from './samples.js';
import type { SandboxSimulationDto, SimulateDto } from './sandbox.dto.js';
import { SimulatedShipments } from './simulated-shipments.service.js';
import { pick, SimulationSubjects } from './simulation-subjects.service.js';

type Data = Record<string, unknown>;

/** What a simulation was asked for. */
export interface Simulation {
  eventType: string;
  ids: SimulateDto;
  /** The whole request body: it is merged into the event's data. */
  body: Data;
  /** Whether the test shipment moves to where the event says it is. */
  apply: boolean;
}

/** Sends events of any type about test data. */
@Injectable()
export class SimulationService {
  constructor(
    private readonly subjects: SimulationSubjects,
    private readonly shipments: SimulatedShipments,
    private readonly freight: FreightRepository,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** One transaction: the event, and the way the shipment goes to make it true. @throws ApiError simulation_impossible */
  async simulate(tenant: Tenant, { eventType, ids, body, apply }: Simulation): Promise<SandboxSimulationDto> {
    const type = knownType(eventType);
    const extra = { ...body, simulated: true };
    return this.transactions.run(async () => {
      const event = isAboutFreight(type)
        ? await this.aboutFreight(tenant, type, ids, extra, apply)
        : await this.send(tenant, type, await this.subjects.dataOf(tenant, type, ids), extra);
      return { object: 'sandbox_simulation', event_type: type, event_id: event.publicId };
    });
  }

  private async aboutFreight(
    tenant: Tenant,
    type: EventType,
    ids: SimulateDto,
    extra: Data,
    apply: boolean,
  ): Promise<Event> {
    const newest = await pick(this.freight, tenant, ids.shipment_id);
    const freight = newest && (await this.freight.lock(tenant, newest.id));
    if (!freight) return this.send(tenant, type, null, extra);
    if (!apply || type === 'bol.generated') {
      return this.send(tenant, type, await this.shipments.dataOf(tenant, type, freight), extra);
    }
    const sent = await this.events.layOver(type, extra, () => this.shipments.move(tenant, type, freight));
    if (sent.length === 0) throw new ApiError('simulation_impossible');
    return sent.at(-1)!;
  }

  private send(tenant: Tenant, type: EventType, data: Data | null, extra: Data): Promise<Event> {
    return this.events.publish(tenant, type, { ...(data ?? sampleOf(type)), ...extra });
  }
}

function isAboutFreight(type: EventType): boolean {
  return type.startsWith('shipment.') || type === 'bol.generated';
}

/** @throws ApiError invalid_value on `event_type` */
function knownType(text: string): EventType {
  if (Object.hasOwn(EVENT_TYPES, text)) return text as EventType;
  throw invalidParam('event_type', `event_type must be one of ${Object.keys(EVENT_TYPES).join(', ')}.`);
}
