import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { SecretUnreadable, Secrets, type SealedRow } from '../../platform/encryption/secrets.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { modesOf } from './adapter-modes.js';
import { AdapterRegistry } from './adapter-registry.js';
import { parseSettings, refusalOf } from './adapter-settings.js';
import type { CarrierAdapter } from './carrier-adapter.js';
import type { CarrierConnection } from './carrier-connection.entity.js';
import { settingsRow } from './carrier-connections.repository.js';
import { CarrierHosts } from './carrier-hosts.js';
import { ConnectionRefused } from './connection-refused.js';
import { addressesAmong, secretsAmong, steeringAmong } from './settings-schema.js';

type Plain = Record<string, unknown>;

/** What an adapter is to know of an account, as it is stored once its row is known. */
export interface Accepted extends Pick<CarrierConnection, 'adapter' | 'guarded'> {
  seal(row: SealedRow): Buffer;
}

/** The same of an account that was known before. */
interface Changed extends Accepted {
  /** The settings that are not what they were, by name. */
  changed: string[];
  /** Whether secrets go elsewhere. */
  moved: boolean;
}

/** What connections hold: checked against the adapter's class, sealed, and never told. */
@Injectable()
export class ConnectionSettings {
  constructor(
    private readonly adapters: AdapterRegistry,
    private readonly hosts: CarrierHosts,
    private readonly secrets: Secrets,
  ) {}

  /** @param byKey an operator may lead an adapter anywhere. @throws ConnectionRefused */
  accept({ mode }: Tenant, name: string, plain: unknown, byKey: boolean): Accepted {
    const adapter = this.adapters.get(name);
    if (!modesOf(adapter).includes(mode)) {
      throw new ConnectionRefused(
        mode === 'live'
          ? 'Simulated carriers exist in test mode only.'
          : `Test mode moves nothing: connect "${name}", which calls a carrier, in live mode.`,
      );
    }
    const settings = parseSettings(adapter, plain);
    if (byKey) this.requirePublic(adapter, settings as Plain);
    return { adapter: name, guarded: byKey, seal: this.sealing(settings) };
  }

  /**
   * Settings with changes laid over them by a key; null takes one away. Who has them sent elsewhere must know the secrets
   * that would go there. @throws ConnectionRefused
   */
  change(connection: CarrierConnection, changes: Plain): Changed {
    const adapter = this.adapters.get(connection.adapter);
    const before = this.open(connection) ?? {};
    const settings = parseSettings(adapter, { ...before, ...changes }) as Plain;
    const changed = [...new Set([...Object.keys(before), ...Object.keys(settings)])]
      .filter((name) => !isDeepStrictEqual(before[name], settings[name]))
      .sort();
    const moved = steeringAmong(adapter.settings).some((name) => changed.includes(name));
    if (moved) {
      this.requirePublic(adapter, settings);
      const unsaid = secretsAmong(adapter.settings).filter(
        (name) => settings[name] !== undefined && !(name in changes),
      );
      if (unsaid.length > 0) throw refusalOf(unsaid.map(needed));
    }
    return {
      adapter: adapter.name,
      guarded: connection.guarded || moved,
      seal: this.sealing(settings),
      changed,
      moved,
    };
  }

  /** Which are set, by name; null when no key opens them any more. */
  namesIn(connection: CarrierConnection): string[] | null {
    const settings = this.open(connection);
    return settings && Object.keys(settings).sort();
  }

  private sealing(settings: object): Accepted['seal'] {
    const text = JSON.stringify(settings);
    return (row) => this.secrets.seal(text, row);
  }

  private open(connection: CarrierConnection): Plain | null {
    try {
      const row = settingsRow(connection, connection.id);
      return JSON.parse(this.secrets.open(connection.sealedSettings, row)) as Plain;
    } catch (error) {
      if (error instanceof SecretUnreadable) return null;
      throw error;
    }
  }

  private requirePublic({ settings: type }: CarrierAdapter, settings: Plain): void {
    const faults = addressesAmong(type).flatMap((name) => {
      const url = settings[name];
      const fault = typeof url === 'string' && this.hosts.faultOf(url);
      return fault ? [{ name, sentence: `${name} ${fault}.` }] : [];
    });
    if (faults.length > 0) throw refusalOf(faults);
  }
}

function needed(name: string): { name: string; sentence: string } {
  return { name, sentence: `${name} must be sent again with an address that changes.` };
}
