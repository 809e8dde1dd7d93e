import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { withDeadline } from '../../platform/async/with-deadline.js';
import { Config } from '../../config/config.js';
import { observeCalls } from '../../platform/http-client/call-observer.js';
import { CircuitBreaker, CircuitOpenError } from '../../platform/http-client/circuit-breaker.js';
import { EncryptionService } from '../../platform/encryption/encryption.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { carrierSeconds } from '../../platform/metrics.js';
import { withSpan } from '../../platform/tracing/spans.js';
import { collectAccountSecrets } from './account-secrets.js';
import { AdapterRegistry } from './adapter-registry.js';
import { CarrierHostPolicy } from './carrier-host-policy.js';
import { CarrierCallLog } from './calls/carrier-call-log.js';
import {
  CarrierFault,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierOperation,
  CarrierDeclined,
} from './carrier-adapter.js';
import { toSealedSettingsRow, type ConnectionWithCarrier } from './carrier-connections.repository.js';
import { stackOf, toCarrierError, type CarrierError } from './carrier-errors.js';

/** What stands before each connection: it is left alone when it fails, and asked so many things at once at most. */
interface ConnectionLimits {
  breaker: CircuitBreaker;
  limiter: LimitFunction;
}

/** An adapter with the tenant's account at its carrier. */
export interface ResolvedConnection {
  tenant: Tenant;
  connection: ConnectionWithCarrier;
  adapter: CarrierAdapter;
  account: CarrierAccount<object>;
}

/** What every call to a carrier passes: its turn, its deadline, the circuit breaker, the log of what was said. */
@Injectable()
export class CarrierCallExecutor {
  private readonly logger = new Logger('Carriers');
  private readonly limits = new LRUCache<string, ConnectionLimits>({ max: 10_000 });

  constructor(
    private readonly adapters: AdapterRegistry,
    private readonly secrets: EncryptionService,
    private readonly log: CarrierCallLog,
    private readonly hosts: CarrierHostPolicy,
    private readonly config: Config,
  ) {}

  /** @throws CarrierFault when the adapter isn't installed any more */
  resolve(tenant: Tenant, connection: ConnectionWithCarrier): ResolvedConnection {
    const { adapter: name, scac, sealedSettings } = connection;
    const adapter = this.adapters.find(name);
    if (!adapter) {
      throw new CarrierFault(`The carrier's adapter "${name}" is not installed.`, undefined, true);
    }
    const settings = JSON.parse(
      this.secrets.open(sealedSettings, toSealedSettingsRow(tenant, connection.id)),
    ) as object;
    return { tenant, connection, adapter, account: { scac, settings } };
  }

  /**
   * Makes one call unless the carrier rests, when it is its turn, and never for longer than it has; what it says over
   * HTTP is kept. An answer that can't be read is a fault like none. Fails with a
   * CarrierDeclined, a CarrierUnsure or a CarrierFault.
   */
  async execute<T>(
    { tenant, connection, adapter, account }: ResolvedConnection,
    operation: CarrierOperation,
    signal: AbortSignal,
    call: () => Promise<T>,
  ): Promise<T> {
    const { breaker, limiter: turns } = this.getLimits(connection);
    const purpose = {
      tenant,
      scac: account.scac,
      operation,
      secrets: collectAccountSecrets(adapter.settings, account.settings),
    };
    const work = connection.guarded ? () => this.hosts.guardCalls(call) : call;
    const watched = () => observeCalls((said) => this.log.record(said, purpose), work);
    try {
      const asked = { carrier: account.scac, operation };
      return await recordCarrierCall(asked, () =>
        breaker.call(() =>
          withDeadline(
            signal,
            () => turns(() => withDeadline(signal, watched, throwTimeout)),
            throwTimeout,
          ).catch((error: unknown) => {
            throw this.translateError(error, signal);
          }),
        ),
      );
    } catch (error) {
      if (!(error instanceof CircuitOpenError)) throw error;
      throw new CarrierFault(`The carrier failed too often and rests until ${error.until}.`, undefined, true);
    }
  }

  private translateError(error: unknown, signal: AbortSignal): CarrierError {
    const known = toCarrierError(error);
    if (known) return known;
    if (!signal.aborted) this.logger.error(stackOf(error));
    return new CarrierFault('The carrier could not be asked.');
  }

  /** One for each connection with its settings: what an operator has corrected is tried at once. */
  private getLimits({ id, sealedSettings }: ConnectionWithCarrier): ConnectionLimits {
    const key = `${id} ${sealedSettings.toString('base64', 0, 32)}`;
    let door = this.limits.get(key);
    if (!door) {
      const { restMs, concurrency } = this.config.outbound;
      door = { breaker: new CircuitBreaker(restMs), limiter: pLimit(concurrency) };
      this.limits.set(key, door);
    }
    return door;
  }
}

function throwTimeout(): never {
  throw new CarrierFault('The carrier did not answer in time.');
}

/** Measures what a carrier was asked, by how it ended, answered, declined, resting or failed; and traces it. */
export async function recordCarrierCall<T>(
  asked: { carrier: string; operation: string },
  call: () => Promise<T>,
): Promise<T> {
  const stop = carrierSeconds.startTimer(asked);
  const facts = { 'lading.carrier': asked.carrier, 'lading.operation': asked.operation };
  return withSpan(`carrier ${asked.operation}`, { attributes: facts }, async (span) => {
    const end = (outcome: string): void => {
      stop({ outcome });
      span.setAttributes({ 'lading.outcome': outcome });
    };
    try {
      const answer = await call();
      end('answered');
      return answer;
    } catch (error) {
      if (error instanceof CarrierDeclined) end('declined');
      else end(error instanceof CircuitOpenError ? 'resting' : 'failed');
      throw error;
    }
  });
}
