import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { findEventDefinition, formatEventNames, type EventDefinition } from '../events/define-event.js';
import { EventsService } from '../events/events.service.js';
import { ApiError, conflictingParam, invalidParam } from '../../platform/http/errors/api-error.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { SandboxSimulationDto, SimulateDto } from './sandbox.dto.js';
import { SimulationContext } from './simulation-context.js';
import { Simulations } from './simulations/simulations.js';

export interface SimulationRequest {
  eventType: string;
  request: SimulateDto;
  /** The whole request body, which is merged into the event's data. */
  body: Record<string, unknown>;
  /** True if the test object moves to the state of the event. */
  apply: boolean;
}

@Injectable()
export class SimulationService {
  constructor(
    private readonly simulations: Simulations,
    private readonly context: SimulationContext,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** Publishes the event and moves its object in one transaction. @throws ApiError simulation_impossible */
  async simulate(
    tenant: Tenant,
    { eventType, request, body, apply }: SimulationRequest,
  ): Promise<SandboxSimulationDto> {
    const definition = resolveEventDefinition(eventType);
    assertNoReservedFields(definition, body, request);
    return this.transactions.run(async () => {
      const published = await this.context.run(definition, body, () =>
        this.applyOrPublish(tenant, definition, request, apply),
      );
      const event = published.at(-1);
      if (!event) throw new ApiError('simulation_impossible');
      return { object: 'sandbox_simulation', event_type: event.type, event_id: event.publicId };
    });
  }

  private async applyOrPublish(
    tenant: Tenant,
    definition: EventDefinition,
    request: SimulateDto,
    apply: boolean,
  ): Promise<void> {
    const simulation = this.simulations.of(definition);
    const row =
      apply && simulation?.findMovable
        ? await simulation.findMovable(tenant, request)
        : await simulation?.find(tenant, request);
    if (!simulation || !row) {
      await this.events.publish(tenant, definition, definition.sample);
    } else if (apply && simulation.move) {
      await simulation.move(tenant, row, request);
    } else {
      const data = await simulation.show(tenant, row, request);
      await this.events.publish(tenant, definition, data, simulation.about?.(row));
    }
  }
}

/** @throws ApiError invalid_value on `event_type` */
function resolveEventDefinition(name: string): EventDefinition {
  const definition = findEventDefinition(name);
  if (definition) return definition;
  throw invalidParam('event_type', `event_type must be one of ${formatEventNames()}.`);
}

/** Rejects additional fields that would replace the event's own data. @throws ApiError conflicting_values */
function assertNoReservedFields({ name, sample }: EventDefinition, body: object, request: SimulateDto): void {
  const reserved = new Set([name.split('.')[0], ...Object.keys(sample)]);
  const conflict = Object.keys(body).find((key) => reserved.has(key) && !Object.hasOwn(request, key));
  if (conflict !== undefined)
    throw conflictingParam(conflict, `${conflict} is part of the ${name} event. Rename your field.`);
}
