/**
 * Idempotency: makes every POST with an `Idempotency-Key` safe to repeat. The first request does the work, and a repeat gets
 * the stored response, byte for byte.
 *
 * Entities
 * - `IdempotentRequest`: one row per organization, mode and key. It holds the fingerprint of the request, the owner and the
 *   lease of the attempt that works on it, and finally the encrypted response.
 * - `IdempotencyKeyLease`: an attempt of this process that holds a key. `owner`, a random UUID, identifies it.
 * - Fingerprint: SHA-256 of method, path, query and canonical body, and of whether the caller sees costs. It also contains
 *   the caller if the response holds a secret that is shown once.
 *
 * Steps
 * 1. `PostInterceptorRegistrar` puts this interceptor around every POST handler.
 * 2. `IdempotencyService.begin` claims the key, or returns the stored response for a replay.
 * 3. The handler runs. `Transactions.finish` stores the response with the last writes of a handler that calls carriers.
 * 4. `storeResponse` stores the response, `fail` stores a replayable error or releases the key.
 *
 * Two kinds of handlers
 * - A handler without outbound calls runs in one transaction with the claim and the response. A crash leaves nothing
 *   behind. An advisory lock shows other requests that the uncommitted key is taken, so they do not wait for the commit.
 * - A handler marked `@ManagesOwnTransaction` calls carriers. Its claim commits first, with a lease, and it stores its
 *   intent before it calls. After a crash the lease expires, and a repeat takes over the key and resumes from the intent.
 *
 * Leases and limits
 * | limit               | value                                                                 |
 * | ------------------- | --------------------------------------------------------------------- |
 * | lease               | 30 s, by the database's clock                                         |
 * | renewal             | every 10 s in the process that runs the attempt                       |
 * | stored responses    | 24 hours, deleted 1,000 at a time every 5 minutes                     |
 * | key                 | 1 to 255 printable ASCII characters                                   |
 *
 * Rules
 * - A key belongs to one organization and mode. Another API key of the organization may repeat the request.
 * - Responses with status 2xx, 404 and 422 are stored. Transient errors, e.g. of a carrier, and all other statuses release
 *   the key, so a repeat is a new attempt.
 * - Stored responses are encrypted, because one of them may hold a secret that is shown once.
 *
 * Failure modes
 * | event                                    | result of a repeat                                              |
 * | ---------------------------------------- | --------------------------------------------------------------- |
 * | the first attempt still runs             | 409 `idempotency_in_progress`                                   |
 * | the key was used for another request     | 409 `idempotency_key_reused`                                    |
 * | the process died                         | a new attempt: at once, or after the lease expires              |
 * | the lease expired while the attempt ran  | the old attempt cannot store its response and rolls back        |
 * | the encryption key is gone               | 409 `idempotency_answer_unreadable`                             |
 * | PostgreSQL crashed after an early claim  | the claim may be lost, but then the work was not committed either |
 */
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { Transactions } from '../database/transactions.js';
import { prepareResponse } from '../http/pipeline/response.interceptor.js';
import { ApiError, toApiError } from '../http/errors/api-error.js';
import { idempotencyConflicts } from '../metrics.js';
import {
  returnsFile,
  managesOwnTransaction,
  isAllowedOverWriteQuota,
  hasSecretResponse,
} from '../http/contract/handler-options.js';
import { SerializedJson } from '../http/pipeline/send-json.js';
import { getRequestContext } from '../http/pipeline/request-context.js';
import type { AuthenticatedRequest } from '../auth/caller.js';
import { RateLimitsService } from '../rate-limits/rate-limits.service.js';
import { computeFingerprint } from './fingerprint.js';
import { parseIdempotencyKey } from './idempotency-key.js';
import type { IdempotencyKeyLease } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';
import { pickKeptHeaders, type StoredResponse } from './stored-response.js';

const REPLAYABLE_STATUSES = [404, 422];

@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly transactions: Transactions,
    private readonly limits: RateLimitsService,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const key = request.method === 'POST' ? parseIdempotencyKey(request) : undefined;
    if (key === undefined || returnsFile(context.getHandler())) return next.handle();
    const fingerprint = computeFingerprint(request, hasSecretResponse(context.getHandler()));
    let lease: IdempotencyKeyLease | undefined;
    const respond = async (): Promise<SerializedJson> => {
      const claimed = await this.idempotency.begin(request.caller, key, fingerprint);
      const response = context.switchToHttp().getResponse<Response>();
      if ('status' in claimed) return replayResponse(claimed, response);
      lease = claimed;
      if (!isAllowedOverWriteQuota(context.getHandler()))
        this.limits.assertWriteQuota(request.caller, response);
      getRequestContext()!.idempotencyKey = key;
      return new SerializedJson((await this.runHandler(lease, context, next)).body);
    };
    try {
      const callsCarriers = managesOwnTransaction(context.getHandler());
      return of(await (callsCarriers ? respond() : this.transactions.run(respond)));
    } catch (error) {
      if (lease) await this.idempotency.fail(lease, toReplayableResponse(error));
      else if (error instanceof ApiError && error.spec.status === 409)
        idempotencyConflicts.inc({ code: error.code });
      throw error;
    } finally {
      if (lease) this.idempotency.end(lease);
    }
  }

  /** Runs the handler and stores its response, earlier if the handler calls `Transactions.finish`. */
  private async runHandler(
    lease: IdempotencyKeyLease,
    context: ExecutionContext,
    next: CallHandler,
  ): Promise<StoredResponse> {
    const response = context.switchToHttp().getResponse<Response>();
    let stored: StoredResponse | undefined;
    const store = async (body: unknown): Promise<StoredResponse> => {
      const current = {
        status: response.statusCode,
        headers: pickKeptHeaders(response),
        body: JSON.stringify(body),
        requestId: getRequestContext()!.requestId,
      };
      if (!stored || !isSameResponse(current, stored)) await this.idempotency.storeResponse(lease, current);
      return (stored = current);
    };
    const onFinish = async (value: unknown): Promise<void> => {
      await store(prepareResponse(context, value));
    };
    return store(await this.transactions.onFinish(onFinish, () => lastValueFrom(next.handle())));
  }
}

function replayResponse(
  { status, headers, body, requestId }: StoredResponse,
  response: Response,
): SerializedJson {
  response.status(status).set({ ...headers, 'Idempotent-Replayed': 'true' });
  if (requestId) response.setHeader('Original-Request-Id', requestId);
  return new SerializedJson(body);
}

function isSameResponse(a: StoredResponse, b: StoredResponse): boolean {
  return a.status === b.status && a.body === b.body && a.headers.Location === b.headers.Location;
}

/** Returns the response of an error that a repeat would get again, and null for any other error. */
function toReplayableResponse(thrown: unknown): StoredResponse | null {
  const error = toApiError(thrown);
  if (!error || error.details.transient) return null;
  const { status } = error.spec;
  if (!REPLAYABLE_STATUSES.includes(status)) return null;
  const body = JSON.stringify(error.toBody(getRequestContext()!));
  return { status, headers: error.details.headers ?? {}, body, requestId: getRequestContext()?.requestId };
}
