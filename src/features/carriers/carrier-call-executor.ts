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
import { collectAccountSecrets } from './settings-schema.js';
import { AdapterRegistry } from './adapter-registry.js';
import { CarrierHostPolicy } from './carrier-host-policy.js';
import { CarrierCallLog } from './calls/carrier-call-log.js';
import {
  CarrierFault,
  CarrierDeclined,
  type CarrierAccount,
  type CarrierAdapter,
  type CarrierOperation,
} from './carrier-adapter.js';
import { toSealedSettingsRow, type ConnectionWithCarrier } from './carrier-connections.repository.js';
import { stackOf, toCarrierError, type CarrierError } from './carrier-errors.js';

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

/** Runs every call to a carrier: concurrency limit, deadline, circuit breaker, call log, metrics and trace. */
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

  /** @throws CarrierFault if the adapter is no longer installed */
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
   * Makes one call unless the circuit is open. Waits for a free slot; the signal bounds the wait and the call. Logs the call's
   * HTTP traffic.
   * @throws CarrierDeclined, CarrierUnsure, CarrierFault
   */
  async execute<T>(
    { tenant, connection, adapter, account }: ResolvedConnection,
    operation: CarrierOperation,
    signal: AbortSignal,
    call: () => Promise<T>,
  ): Promise<T> {
    const { breaker, limiter } = this.getLimits(connection);
    const context = {
      tenant,
      scac: account.scac,
      operation,
      secrets: collectAccountSecrets(adapter.settings, account.settings),
    };
    const work = connection.guarded ? () => this.hosts.guardCalls(call) : call;
    const logged = () => observeCalls((observed) => this.log.record(observed, context), work);
    try {
      return await recordCarrierCall({ carrier: account.scac, operation }, () =>
        breaker.call(() =>
          withDeadline(
            signal,
            () => limiter(() => withDeadline(signal, logged, throwTimeout)),
            throwTimeout,
          ).catch((error: unknown) => {
            throw this.translateError(error, signal);
          }),
        ),
      );
    } catch (error) {
      if (!(error instanceof CircuitOpenError)) throw error;
      throw new CarrierFault(
        `The carrier failed repeatedly. Requests resume at ${error.until}.`,
        undefined,
        true,
      );
    }
  }

  private translateError(error: unknown, signal: AbortSignal): CarrierError {
    const known = toCarrierError(error);
    if (known) return known;
    if (!signal.aborted) this.logger.error(stackOf(error));
    return new CarrierFault('The carrier request failed.');
  }

  /** Keyed by the connection's settings, so that corrected settings take effect at once. */
  private getLimits({ id, sealedSettings }: ConnectionWithCarrier): ConnectionLimits {
    const key = `${id} ${sealedSettings.toString('base64', 0, 32)}`;
    let limits = this.limits.get(key);
    if (!limits) {
      const { restMs, concurrency } = this.config.outbound;
      limits = { breaker: new CircuitBreaker(restMs), limiter: pLimit(concurrency) };
      this.limits.set(key, limits);
    }
    return limits;
  }
}

function throwTimeout(): never {
  throw new CarrierFault('The carrier did not respond in time.');
}

/** Records metrics and a trace span with the outcome: `answered`, `declined`, `resting` or `failed`. */
async function recordCarrierCall<T>(
  labels: { carrier: string; operation: string },
  call: () => Promise<T>,
): Promise<T> {
  const stop = carrierSeconds.startTimer(labels);
  const attributes = { 'lading.carrier': labels.carrier, 'lading.operation': labels.operation };
  return withSpan(`carrier ${labels.operation}`, { attributes }, async (span) => {
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
