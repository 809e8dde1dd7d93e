import { Injectable } from '@nestjs/common';
import type { EventDefinition, EventSubjects } from '../../events/define-event.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { SimulateDto } from '../sandbox.dto.js';

/** Simulates the events of one type. */
export interface Simulation<Data extends object, Row> {
  /** Returns the test object of the request, or the newest one. @throws ApiError resource_missing */
  find(tenant: Tenant, request: SimulateDto): Promise<Row | null>;

  /** Like `find`, for `move`: without an id, the newest object that can take the event. By default `find`. */
  findMovable?(tenant: Tenant, request: SimulateDto): Promise<Row | null>;

  /** Builds the event's data, with the object in the state after the event. */
  show(tenant: Tenant, row: Row, request: SimulateDto): Data | Promise<Data>;

  /** Returns subjects of the event that its data does not name. */
  about?(row: Row): EventSubjects;

  /**
   * Moves the object to the state of the event through its feature, which publishes the event. Does nothing if no
   * transition leads there. Without this method the event is only published.
   */
  move?(tenant: Tenant, row: Row, request: SimulateDto): Promise<unknown>;
}

/** Holds the simulations by event. Extensions add their own. An event without a simulation is published with its sample. */
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
