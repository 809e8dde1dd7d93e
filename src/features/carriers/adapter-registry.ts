import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { invalidParam } from '../../platform/http/errors/api-error.js';
import { ConfigError } from '../../config/env.js';
import type { Mode } from '../../platform/tenancy/tenant.js';
import { type CarrierAdapter, type CarrierFacts, AdapterMark } from './carrier-adapter.js';
import { ConnectionRefused } from './connection-refused.js';

/** The adapters of this installation: every provider marked with `@InjectableAdapter()`. */
@Injectable()
export class AdapterRegistry implements OnModuleInit {
  private readonly adapters = new Map<string, CarrierAdapter>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    const found = this.discovery.getProviders({ metadataKey: AdapterMark.KEY });
    const adapters = found.map(({ instance }) => instance as CarrierAdapter);
    adapters
      .sort((a, b) => getClassName(a).localeCompare(getClassName(b)))
      .forEach((adapter) => this.register(adapter));
  }

  /** @throws ConfigError if another adapter has the same name or describes the same carrier */
  register(adapter: CarrierAdapter): void {
    const { name, carriers = [] } = adapter;
    if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(name)) {
      throw new ConfigError(
        `The carrier adapter ${getClassName(adapter)} needs a name of 1 to 40 lowercase letters, digits, _ and -.`,
      );
    }
    const namesake = this.adapters.get(name);
    if (namesake) {
      throw new ConfigError(
        `Two carrier adapters are named "${name}": ${getClassName(namesake)} and ${getClassName(adapter)}.`,
      );
    }
    for (const { scac } of carriers) {
      const other = [...this.adapters.values()].find((candidate) => hasCarrier(candidate, scac));
      if (other) {
        throw new ConfigError(`Two carrier adapters describe ${scac}: "${other.name}" and "${name}".`);
      }
    }
    this.adapters.set(name, adapter);
  }

  list(): CarrierAdapter[] {
    return [...this.adapters.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  find(name: string): CarrierAdapter | undefined {
    return this.adapters.get(name);
  }

  /** @throws ConnectionRefused */
  get(name: string): CarrierAdapter {
    const adapter = this.adapters.get(name);
    if (adapter) return adapter;
    const message = `Unknown adapter "${name}". Use one of: ${[...this.adapters.keys()].join(', ')}.`;
    throw new ConnectionRefused(message, invalidParam('adapter', message));
  }

  listCarrierFacts(): CarrierFacts[] {
    return [...this.adapters.values()].flatMap(({ carriers = [] }) => carriers);
  }
}

function hasCarrier({ carriers = [] }: CarrierAdapter, scac: string): boolean {
  return carriers.some((carrier) => carrier.scac === scac);
}

function getClassName(adapter: CarrierAdapter): string {
  return adapter.constructor.name;
}

/** Returns the modes an adapter works in: adapters that call carriers in live mode only, simulated carriers in test mode only. */
export function listAdapterModes({ name, callsOut = true }: CarrierAdapter): Mode[] {
  if (name === 'simulated') return ['test'];
  return callsOut ? ['live'] : ['test', 'live'];
}

/** Returns the carriers an adapter supports; an empty list stands for any carrier. */
export function listScacs({ scacs, carriers = [] }: CarrierAdapter): string[] {
  return [...(scacs ?? carriers.map(({ scac }) => scac))];
}
