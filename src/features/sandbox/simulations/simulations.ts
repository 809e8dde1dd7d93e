import { Injectable } from '@nestjs/common';
import type { EventDefinition, EventSubjects } from '../../events/define-event.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { SimulateDto } from '../sandbox.dto.js';

/** How one kind of event is simulated. */
export interface Simulation<Data extends object, Row> {
  /** The test object that the event is to tell of: the one named, or else the newest. @throws ApiError resource_missing */
  find(tenant: Tenant, request: SimulateDto): Promise<Row | null>;

  /** What the event says of the object, in the state it would have. */
  show(tenant: Tenant, row: Row, request: SimulateDto): Data | Promise<Data>;

  /** What the event is about beside what its data name, as its feature says it. */
  about?(row: Row): EventSubjects;

  /**
   * Brings the object there through its feature, which publishes the event on the way. Where no legal way leads it
   * does nothing. Without this the event is only sent.
   */
  move?(tenant: Tenant, row: Row, request: SimulateDto): Promise<unknown>;
}

/** Every simulation, by its event. An event without one is sent with its sample; an extension adds its own here. */
@Injectable()
export class Simulations {
  private readonly simulations = new Map<string, Simulation<object, unknown>>();

  add<Data extends object, Row>(
    { name }: EventDefinition<Data>,
    simulation: Simulation<NoInfer<Data>, Row>,
  ): void {
    this.simulations.set(name, simulation);
  }

  of({ name }: EventDefinition): Simulation<object, unknown> | undefined {
    return this.simulations.get(name);
  }
}
