import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EventDefinition } from '../events/define-event.js';
import type { EventOf } from '../events/event.entity.js';
import { EventsService } from '../events/events.service.js';

interface RunningSimulation {
  definition: EventDefinition;
  additions: object;
  published: EventOf<object>[];
}

/** Marks the events that features publish during a simulation. */
@Injectable()
export class SimulationContext implements OnModuleInit {
  private readonly running = new AsyncLocalStorage<RunningSimulation>();

  constructor(private readonly events: EventsService) {}

  onModuleInit(): void {
    this.events.decorate((definition, data) => {
      const running = this.findRunning(definition.name);
      return running ? { ...running.additions, ...data, simulated: true } : data;
    });
    this.events.onAny(async (_tenant, event) => {
      this.findRunning(event.type)?.published.push(event);
    });
  }

  /** Runs `work` and returns the events of this type that it publishes, with `simulated: true` and the additions. */
  async run(
    definition: EventDefinition,
    additions: object,
    work: () => Promise<unknown>,
  ): Promise<EventOf<object>[]> {
    const simulation: RunningSimulation = { definition, additions, published: [] };
    await this.running.run(simulation, work);
    return simulation.published;
  }

  private findRunning(type: string): RunningSimulation | undefined {
    const running = this.running.getStore();
    return running?.definition.name === type ? running : undefined;
  }
}
