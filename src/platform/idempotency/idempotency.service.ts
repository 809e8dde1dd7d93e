import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Outage } from '../async/outage.js';
import { ApiError } from '../http/errors/api-error.js';
import { inBatches } from '../jobs/batches.js';
import { Secrets, SecretUnreadable } from '../encryption/secrets.js';
import type { Tenant } from '../tenancy/tenant.js';
import { IdempotencyRepository, type Attempt, type Existing } from './idempotency.repository.js';
import { openAnswer, sealAnswer, type StoredAnswer } from './stored-answer.js';

const DELETE_BATCH = 1_000;
/** A third of the lease: two renewals may fail before it lapses. */
const RENEW_MS = 10_000;

/** Does a repeated request once: the first attempt works, the others get its answer. */
@Injectable()
export class IdempotencyService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Idempotency');
  private readonly renewing = new Outage(this.logger, 'renewed leases');
  /** The attempts of this process, whose leases it renews. */
  private readonly running = new Set<Attempt>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly requests: IdempotencyRepository,
    private readonly secrets: Secrets,
  ) {}

  /** In every process, whatever its role: only it knows which of its attempts still run. */
  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.renewLeases(), RENEW_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** An attempt to work on, or the answer that was given already. @throws ApiError when the key can't be had */
  async begin(tenant: Tenant, key: string, fingerprint: Buffer): Promise<Attempt | StoredAnswer> {
    const claimed = await this.requests.claim(tenant, key, fingerprint);
    if ('sameRequest' in claimed) return this.answerOf(claimed, { tenant, key });
    this.running.add(claimed);
    return claimed;
  }

  /** Keeps the answer. Inside a transaction it commits with the work, or the work vanishes with it. */
  async keep(attempt: Attempt, answer: StoredAnswer): Promise<void> {
    if (!(await this.requests.keep(attempt, sealAnswer(this.secrets, attempt, answer)))) throw inProgress();
  }

  /** For an attempt that failed: keeps the error when it would be the same again, else gives the key back. */
  async fail(attempt: Attempt, answer: StoredAnswer | null): Promise<void> {
    try {
      if (answer) await this.requests.keepFailure(attempt, sealAnswer(this.secrets, attempt, answer));
      else await this.requests.free(attempt);
    } catch (error) {
      this.logger.warn(error);
    }
  }

  /** The attempt is over, one way or the other. */
  end(attempt: Attempt): void {
    this.running.delete(attempt);
  }

  async renewLeases(): Promise<void> {
    if (this.running.size === 0) return;
    await this.requests.renew([...this.running]).then(
      () => this.renewing.works(),
      (error: unknown) => this.renewing.failed(error),
    );
  }

  /** Deletes what no client can replay any more. */
  async deleteOld(): Promise<void> {
    await inBatches(DELETE_BATCH, (limit) => this.requests.deleteOld(limit));
  }

  private answerOf(
    { sameRequest, sealedAnswer }: Existing,
    of: Pick<Attempt, 'tenant' | 'key'>,
  ): StoredAnswer {
    if (!sameRequest) throw new ApiError('idempotency_key_reused');
    if (!sealedAnswer) throw inProgress();
    try {
      return openAnswer(this.secrets, of, sealedAnswer);
    } catch (error) {
      if (error instanceof SecretUnreadable) throw new ApiError('idempotency_answer_unreadable');
      throw error;
    }
  }
}

function inProgress(): ApiError {
  return new ApiError('idempotency_in_progress', { headers: { 'Retry-After': '1' } });
}
