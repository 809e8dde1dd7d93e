import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { SimulatedAdapter } from './adapters/simulated/simulated.adapter.js';
import type { CarrierAdapter } from './carrier-adapter.js';

/** Settings that an adapter refuses, or an adapter that doesn't exist. */
export class ConnectionRefused extends Error {}

/** The adapters this installation can connect carriers through. A module of one's own adds to it with `register`. */
@Injectable()
export class AdapterRegistry {
  private readonly adapters = new Map<string, CarrierAdapter>();

  constructor() {
    this.register(new SimulatedAdapter());
  }

  register(adapter: CarrierAdapter): void {
    this.adapters.set(adapter.name, adapter);
  }

  /** @throws ConnectionRefused */
  get(name: string): CarrierAdapter {
    const adapter = this.adapters.get(name);
    if (adapter) return adapter;
    throw new ConnectionRefused(
      `There is no adapter "${name}"; known: ${[...this.adapters.keys()].join(', ')}.`,
    );
  }

  /** The settings as the adapter's own class. @throws ConnectionRefused */
  parseSettings(adapter: CarrierAdapter, settings: unknown): object {
    const parsed = plainToInstance(adapter.settings, settings ?? {});
    const [error] = validateSync(parsed, { whitelist: true, forbidNonWhitelisted: true });
    if (error)
      throw new ConnectionRefused(Object.values(error.constraints ?? { invalid: error.property })[0]);
    return parsed;
  }
}
