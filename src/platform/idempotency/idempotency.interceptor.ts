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
import { toJsonText } from '../tenancy/json-text.js';
import { computeFingerprint } from './fingerprint.js';
import { parseIdempotencyKey } from './idempotency-key.js';
import type { IdempotencyKeyLease } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';
import { pickKeptHeaders, type StoredResponse } from './stored-response.js';

const REPLAYABLE_STATUSES = [404, 422];

/**
 * Makes every POST with an `Idempotency-Key` safe to repeat. The key, the work and its answer commit in one transaction,
 * opened here: a crash leaves nothing behind. A handler that calls out can't hold a transaction open meanwhile: its key
 * is taken first, with a lease, and its answer commits with its last writes, in `transactions.finish`.
 */
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
    const bound = hasSecretResponse(context.getHandler());
    const fingerprint = computeFingerprint(request, bound);
    const response = context.switchToHttp().getResponse<Response>();
    let attempt: IdempotencyKeyLease | undefined;
    const answer = async (): Promise<SerializedJson> => {
      const begun = await this.idempotency.begin(request.caller, key, fingerprint);
      if ('status' in begun) return replayResponse(begun, response);
      attempt = begun;
      if (!isAllowedOverWriteQuota(context.getHandler()))
        this.limits.assertWriteQuota(request.caller, response);
      getRequestContext()!.idempotencyKey = key;
      return new SerializedJson((await this.runHandler(begun, context, next)).body);
    };
    try {
      const callsOut = managesOwnTransaction(context.getHandler());
      return of(await (callsOut ? answer() : this.transactions.run(answer)));
    } catch (error) {
      if (attempt) await this.idempotency.fail(attempt, toReplayableResponse(error));
      else if (error instanceof ApiError && error.spec.status === 409)
        idempotencyConflicts.inc({ code: error.code });
      throw error;
    } finally {
      if (attempt) this.idempotency.end(attempt);
    }
  }

  /** Runs the handler and keeps its answer. @throws what the handler throws */
  private async runHandler(
    attempt: IdempotencyKeyLease,
    context: ExecutionContext,
    next: CallHandler,
  ): Promise<StoredResponse> {
    const response = context.switchToHttp().getResponse<Response>();
    let kept: StoredResponse | undefined;
    const keep = async (body: unknown): Promise<StoredResponse> => {
      const answer = {
        status: response.statusCode,
        headers: pickKeptHeaders(response),
        body: toJsonText(body as object),
        requestId: getRequestContext()!.requestId,
      };
      if (!kept || !isSameResponse(answer, kept)) await this.idempotency.storeResponse(attempt, answer);
      return (kept = answer);
    };
    const keepValue = async (value: unknown): Promise<void> =>
      void (await keep(prepareResponse(context, value)));
    return keep(await this.transactions.onFinish(keepValue, () => lastValueFrom(next.handle())));
  }
}

/** The bytes as they were kept. */
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

/** The answer for an error that a repetition would meet again; null for any other. */
function toReplayableResponse(thrown: unknown): StoredResponse | null {
  const error = toApiError(thrown);
  if (!error || error.details.transient) return null;
  const { status } = error.spec;
  if (!REPLAYABLE_STATUSES.includes(status)) return null;
  const body = JSON.stringify(error.toBody(getRequestContext()!));
  return { status, headers: error.details.headers ?? {}, body, requestId: getRequestContext()?.requestId };
}
