import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  SecretUnreadableError,
  EncryptionService,
  type SealedRow,
} from '../../platform/encryption/encryption.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { listAdapterModes, AdapterRegistry } from './adapter-registry.js';
import { parseSettings, buildConnectionRefused } from './adapter-settings.js';
import type { CarrierAdapter } from './carrier-adapter.js';
import type { CarrierConnection } from './carrier-connection.entity.js';
import { toSealedSettingsRow } from './carrier-connections.repository.js';
import { CarrierHostPolicy } from './carrier-host-policy.js';
import { ConnectionRefused } from './connection-refused.js';
import { listUrlSettings, listSecretSettings, listRoutingSettings } from './settings-schema.js';

type RawSettings = Record<string, unknown>;

/** Settings that can be encrypted once the row's id is known. */
export interface SealableSettings extends Pick<CarrierConnection, 'adapter' | 'guarded'> {
  settings: object;
  seal(row: SealedRow): Buffer;
}

interface SettingsChange extends SealableSettings {
  changed: string[];
  /** True if the change sends secrets to another address. */
  moved: boolean;
}

/** Validates and encrypts the settings of connections. The API never returns their values. */
@Injectable()
export class ConnectionSettingsService {
  constructor(
    private readonly adapters: AdapterRegistry,
    private readonly hosts: CarrierHostPolicy,
    private readonly secrets: EncryptionService,
  ) {}

  /** @param byKey requires public URLs; an operator may set any URL. @throws ConnectionRefused */
  prepare({ mode }: Tenant, name: string, plain: unknown, byKey: boolean): SealableSettings {
    const adapter = this.adapters.get(name);
    if (!listAdapterModes(adapter).includes(mode)) {
      throw new ConnectionRefused(
        mode === 'live'
          ? 'Simulated carriers work in test mode only. Connect them with a test key.'
          : `The adapter "${name}" calls a real carrier, so it works in live mode only. Connect it with a live key.`,
      );
    }
    const settings = parseSettings(adapter, plain);
    if (byKey) this.assertPublicUrls(adapter, settings as RawSettings);
    return { adapter: name, guarded: byKey, settings, seal: this.buildSealer(settings) };
  }

  /**
   * Merges changes of an API key into the settings; null removes a setting. A changed URL requires all secrets in the same
   * request, so that a key without them cannot redirect them.
   * @throws ConnectionRefused
   */
  prepareChange(connection: CarrierConnection, changes: RawSettings): SettingsChange {
    const adapter = this.adapters.get(connection.adapter);
    const before = this.unseal(connection) ?? {};
    const settings = parseSettings(adapter, { ...before, ...changes }) as RawSettings;
    const changed = [...new Set([...Object.keys(before), ...Object.keys(settings)])]
      .filter((name) => !isDeepStrictEqual(before[name], settings[name]))
      .sort();
    const moved = listRoutingSettings(adapter.settings).some((name) => changed.includes(name));
    if (moved) {
      this.assertPublicUrls(adapter, settings);
      const missing = listSecretSettings(adapter.settings).filter(
        (name) => settings[name] !== undefined && !(name in changes),
      );
      if (missing.length > 0) throw buildConnectionRefused(missing.map(buildMissingSecretFault));
    }
    return {
      adapter: adapter.name,
      guarded: connection.guarded || moved,
      settings,
      seal: this.buildSealer(settings),
      changed,
      moved,
    };
  }

  /** Returns the names of the set settings; null if they cannot be decrypted. */
  listSettingNames(connection: CarrierConnection): string[] | null {
    const settings = this.unseal(connection);
    return settings && Object.keys(settings).sort();
  }

  private buildSealer(settings: object): SealableSettings['seal'] {
    const text = JSON.stringify(settings);
    return (row) => this.secrets.seal(text, row);
  }

  private unseal(connection: CarrierConnection): RawSettings | null {
    try {
      const row = toSealedSettingsRow(connection, connection.id);
      return JSON.parse(this.secrets.open(connection.sealedSettings, row)) as RawSettings;
    } catch (error) {
      if (error instanceof SecretUnreadableError) return null;
      throw error;
    }
  }

  private assertPublicUrls({ settings: type }: CarrierAdapter, settings: RawSettings): void {
    const faults = listUrlSettings(type).flatMap((name) => {
      const url = settings[name];
      const fault = typeof url === 'string' && this.hosts.findUrlProblem(url);
      return fault ? [{ name, sentence: `${name} ${fault}.` }] : [];
    });
    if (faults.length > 0) throw buildConnectionRefused(faults);
  }
}

function buildMissingSecretFault(name: string): { name: string; sentence: string } {
  return { name, sentence: `${name} is required when an address changes.` };
}
