import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { within } from '../../platform/async/deadline.js';
import { Config } from '../../config/config.js';
import { watchCalls } from '../../platform/http-client/call-watch.js';
import { CircuitBreaker, Resting } from '../../platform/http-client/circuit-breaker.js';
import { Secrets } from '../../platform/encryption/secrets.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { accountSecrets } from './account-secrets.js';
import { AdapterRegistry } from './adapter-registry.js';
import { CarrierHosts } from './carrier-hosts.js';
import { CarrierCallLog } from './calls/carrier-call-log.js';
import { CarrierFault, type CarrierAccount, type CarrierAdapter } from './carrier-adapter.js';
import { settingsRow, type ConnectionWithCarrier } from './carrier-connections.repository.js';
import type { CarrierOperation } from './carrier-operations.js';
import { stackOf, toCarrierError, type CarrierError } from './carrier-errors.js';
import { metered } from './metered.js';

/** What stands before each connection: it is left alone when it fails, and asked so many things at once at most. */
interface Door {
  breaker: CircuitBreaker;
  turns: LimitFunction;
}

/** An adapter with the tenant's account at its carrier. */
export interface Reached {
  tenant: Tenant;
  connection: ConnectionWithCarrier;
  adapter: CarrierAdapter;
  account: CarrierAccount<object>;
}

/** What every call to a carrier passes: its turn, its deadline, the circuit breaker, the log of what was said. */
@Injectable()
export class GuardedCalls {
  private readonly logger = new Logger('Carriers');
  private readonly doors = new LRUCache<string, Door>({ max: 10_000 });

  constructor(
    private readonly adapters: AdapterRegistry,
    private readonly secrets: Secrets,
    private readonly log: CarrierCallLog,
    private readonly hosts: CarrierHosts,
    private readonly config: Config,
  ) {}

  /** @throws CarrierFault when the adapter isn't installed any more */
  reach(tenant: Tenant, connection: ConnectionWithCarrier): Reached {
    const { adapter: name, scac, sealedSettings } = connection;
    const adapter = this.adapters.find(name);
    if (!adapter) {
      throw new CarrierFault(`The carrier's adapter "${name}" is not installed.`, undefined, true);
    }
    const settings = JSON.parse(
      this.secrets.open(sealedSettings, settingsRow(tenant, connection.id)),
    ) as object;
    return { tenant, connection, adapter, account: { scac, settings } };
  }

  /**
   * Makes one call unless the carrier rests, when it is its turn, and never for longer than it has; what it says over
   * HTTP is kept. An answer that can't be read is a fault like none. Fails with a
   * CarrierDeclined, a CarrierUnsure or a CarrierFault.
   */
  async make<T>(
    { tenant, connection, adapter, account }: Reached,
    operation: CarrierOperation,
    signal: AbortSignal,
    call: () => Promise<T>,
  ): Promise<T> {
    const { breaker, turns } = this.doorOf(connection);
    const purpose = {
      tenant,
      scac: account.scac,
      operation,
      secrets: accountSecrets(adapter.settings, account.settings),
    };
    const work = connection.guarded ? () => this.hosts.watchOver(call) : call;
    const watched = () => watchCalls((said) => this.log.keep(said, purpose), work);
    try {
      const asked = { carrier: account.scac, operation };
      return await metered(asked, () =>
        breaker.call(() =>
          within(signal, () => turns(() => within(signal, watched, tooLate)), tooLate).catch(
            (error: unknown) => {
              throw this.toFault(error, signal);
            },
          ),
        ),
      );
    } catch (error) {
      if (!(error instanceof Resting)) throw error;
      throw new CarrierFault(`The carrier failed too often and rests until ${error.until}.`, undefined, true);
    }
  }

  private toFault(error: unknown, signal: AbortSignal): CarrierError {
    const known = toCarrierError(error);
    if (known) return known;
    if (!signal.aborted) this.logger.error(stackOf(error));
    return new CarrierFault('The carrier could not be asked.');
  }

  /** One for each connection with its settings: what an operator has corrected is tried at once. */
  private doorOf({ id, sealedSettings }: ConnectionWithCarrier): Door {
    const key = `${id} ${sealedSettings.toString('base64', 0, 32)}`;
    let door = this.doors.get(key);
    if (!door) {
      const { restMs, concurrency } = this.config.outbound;
      door = { breaker: new CircuitBreaker(restMs), turns: pLimit(concurrency) };
      this.doors.set(key, door);
    }
    return door;
  }
}

function tooLate(): never {
  throw new CarrierFault('The carrier did not answer in time.');
}
