import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OutageLogger } from '../async/outage-logger.js';
import { ApiError } from '../http/errors/api-error.js';
import { runInBatches } from '../jobs/run-in-batches.js';
import { EncryptionService, SecretUnreadableError } from '../encryption/encryption.service.js';
import type { Tenant } from '../tenancy/tenant.js';
import {
  IdempotencyRepository,
  type IdempotencyKeyLease,
  type ExistingRequest,
} from './idempotency.repository.js';
import { openResponse, sealResponse, type StoredResponse } from './stored-response.js';
import { PeriodicJob } from '../jobs/periodic-jobs.js';

const DELETE_BATCH = 1_000;
/** A third of the lease: it survives two failed renewals. */
const RENEW_INTERVAL_MS = 10_000;

/** Claims keys, renews their leases and stores responses. idempotency.interceptor.ts explains the whole. */
@Injectable()
export class IdempotencyService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Idempotency');
  private readonly renewalOutage = new OutageLogger(this.logger, 'renewing idempotency leases');
  /** The leases that this process holds and renews. */
  private readonly activeLeases = new Set<IdempotencyKeyLease>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly requests: IdempotencyRepository,
    private readonly secrets: EncryptionService,
  ) {}

  /** Runs in processes of all roles, because only the process itself knows its running attempts. */
  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.renewLeases(), RENEW_INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Claims the key or returns its stored response. @throws ApiError if another request holds the key */
  async begin(
    tenant: Tenant,
    key: string,
    fingerprint: Buffer,
  ): Promise<IdempotencyKeyLease | StoredResponse> {
    const claimed = await this.requests.claim(tenant, key, fingerprint);
    if ('sameRequest' in claimed) return this.openStoredResponse(claimed, { tenant, key });
    this.activeLeases.add(claimed);
    return claimed;
  }

  /** Stores the response in the current transaction, if there is one. @throws ApiError if the lease was lost */
  async storeResponse(lease: IdempotencyKeyLease, response: StoredResponse): Promise<void> {
    if (!(await this.requests.storeResponse(lease, sealResponse(this.secrets, lease, response))))
      throw createInProgressError();
  }

  /** Stores the response of a failed attempt, or releases the key if there is none. Never throws. */
  async fail(lease: IdempotencyKeyLease, response: StoredResponse | null): Promise<void> {
    try {
      if (response) await this.requests.storeFailure(lease, sealResponse(this.secrets, lease, response));
      else await this.requests.release(lease);
    } catch (error) {
      this.logger.warn(error);
    }
  }

  /** Ends the renewal of a lease. */
  end(lease: IdempotencyKeyLease): void {
    this.activeLeases.delete(lease);
  }

  async renewLeases(): Promise<void> {
    if (this.activeLeases.size === 0) return;
    await this.requests.renew([...this.activeLeases]).then(
      () => this.renewalOutage.recordSuccess(),
      (error: unknown) => this.renewalOutage.recordFailure(error),
    );
  }

  @PeriodicJob('5m', 'old answers')
  async deleteOld(): Promise<void> {
    await runInBatches(DELETE_BATCH, (limit) => this.requests.deleteOld(limit));
  }

  private openStoredResponse(
    { sameRequest, sealedAnswer }: ExistingRequest,
    requestKey: Pick<IdempotencyKeyLease, 'tenant' | 'key'>,
  ): StoredResponse {
    if (!sameRequest) throw new ApiError('idempotency_key_reused');
    if (!sealedAnswer) throw createInProgressError();
    try {
      return openResponse(this.secrets, requestKey, sealedAnswer);
    } catch (error) {
      if (error instanceof SecretUnreadableError) throw new ApiError('idempotency_answer_unreadable');
      throw error;
    }
  }
}

function createInProgressError(): ApiError {
  return new ApiError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
}
