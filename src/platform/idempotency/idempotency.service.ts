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
/** A third of the lease: two renewals may fail before it lapses. */
const RENEW_INTERVAL_MS = 10_000;

/** Does a repeated request once: the first attempt works, the others get its answer. */
@Injectable()
export class IdempotencyService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Idempotency');
  private readonly renewalOutage = new OutageLogger(this.logger, 'renewed leases');
  /** The attempts of this process, whose leases it renews. */
  private readonly activeLeases = new Set<IdempotencyKeyLease>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly requests: IdempotencyRepository,
    private readonly secrets: EncryptionService,
  ) {}

  /** In every process, whatever its role: only it knows which of its attempts still run. */
  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.renewLeases(), RENEW_INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** An attempt to work on, or the answer that was given already. @throws ApiError when the key can't be had */
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

  /** Keeps the answer. Inside a transaction it commits with the work, or the work vanishes with it. */
  async storeResponse(attempt: IdempotencyKeyLease, answer: StoredResponse): Promise<void> {
    if (!(await this.requests.storeResponse(attempt, sealResponse(this.secrets, attempt, answer))))
      throw createInProgressError();
  }

  /** For an attempt that failed: keeps the error when it would be the same again, else gives the key back. */
  async fail(attempt: IdempotencyKeyLease, answer: StoredResponse | null): Promise<void> {
    try {
      if (answer) await this.requests.storeFailure(attempt, sealResponse(this.secrets, attempt, answer));
      else await this.requests.release(attempt);
    } catch (error) {
      this.logger.warn(error);
    }
  }

  /** The attempt is over, one way or the other. */
  end(attempt: IdempotencyKeyLease): void {
    this.activeLeases.delete(attempt);
  }

  async renewLeases(): Promise<void> {
    if (this.activeLeases.size === 0) return;
    await this.requests.renew([...this.activeLeases]).then(
      () => this.renewalOutage.recordSuccess(),
      (error: unknown) => this.renewalOutage.recordFailure(error),
    );
  }

  /** Deletes what no client can replay any more. */
  @PeriodicJob('5m', 'old answers')
  async deleteOld(): Promise<void> {
    await runInBatches(DELETE_BATCH, (limit) => this.requests.deleteOld(limit));
  }

  private openStoredResponse(
    { sameRequest, sealedAnswer }: ExistingRequest,
    of: Pick<IdempotencyKeyLease, 'tenant' | 'key'>,
  ): StoredResponse {
    if (!sameRequest) throw new ApiError('idempotency_key_reused');
    if (!sealedAnswer) throw createInProgressError();
    try {
      return openResponse(this.secrets, of, sealedAnswer);
    } catch (error) {
      if (error instanceof SecretUnreadableError) throw new ApiError('idempotency_answer_unreadable');
      throw error;
    }
  }
}

function createInProgressError(): ApiError {
  return new ApiError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
}
