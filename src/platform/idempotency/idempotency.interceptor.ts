import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { Transactions } from '../database/transactions.js';
import { composeAnswer } from '../http/pipeline/answer.interceptor.js';
import { ApiError, knownError } from '../http/errors/api-error.js';
import { idempotencyConflicts } from '../metrics.js';
import { ANSWERS_FILE } from '../http/contract/answers-file.js';
import { CALLS_OUT } from '../http/contract/calls-out.js';
import { storesLittle } from '../http/contract/stores-little.js';
import { showsSecret } from '../http/contract/shown-once.js';
import { JsonText } from '../http/pipeline/json-answer.js';
import { requestContext } from '../http/pipeline/request-context.js';
import type { AuthenticatedRequest } from '../auth/caller.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { jsonText } from '../tenancy/json-text.js';
import { fingerprintOf } from './fingerprint.js';
import { idempotencyKeyOf } from './idempotency-key.js';
import type { Attempt } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';
import { headersOf, type StoredAnswer } from './stored-answer.js';

const LASTING_STATUSES = [404, 422];

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
    private readonly limits: RateLimits,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const key = request.method === 'POST' ? idempotencyKeyOf(request) : undefined;
    if (key === undefined || Reflect.getMetadata(ANSWERS_FILE, context.getHandler()) === true)
      return next.handle();
    const bound = showsSecret(context.getHandler());
    const fingerprint = fingerprintOf(request, bound);
    const response = context.switchToHttp().getResponse<Response>();
    let attempt: Attempt | undefined;
    const answer = async (): Promise<JsonText> => {
      const begun = await this.idempotency.begin(request.caller, key, fingerprint);
      if ('status' in begun) return replay(begun, response);
      attempt = begun;
      if (!storesLittle(context.getHandler())) this.limits.refuseWrite(request.caller, response);
      requestContext()!.idempotencyKey = key;
      return new JsonText((await this.work(begun, context, next)).body);
    };
    try {
      const callsOut = Reflect.getMetadata(CALLS_OUT, context.getHandler()) === true;
      return of(await (callsOut ? answer() : this.transactions.run(answer)));
    } catch (error) {
      if (attempt) await this.idempotency.fail(attempt, lastingAnswer(error));
      else if (error instanceof ApiError && error.spec.status === 409)
        idempotencyConflicts.inc({ code: error.code });
      throw error;
    } finally {
      if (attempt) this.idempotency.end(attempt);
    }
  }

  /** Runs the handler and keeps its answer. @throws what the handler throws */
  private async work(attempt: Attempt, context: ExecutionContext, next: CallHandler): Promise<StoredAnswer> {
    const response = context.switchToHttp().getResponse<Response>();
    let kept: StoredAnswer | undefined;
    const keep = async (body: unknown): Promise<StoredAnswer> => {
      const answer = {
        status: response.statusCode,
        headers: headersOf(response),
        body: jsonText(body as object),
        requestId: requestContext()!.requestId,
      };
      if (!kept || !isSame(answer, kept)) await this.idempotency.keep(attempt, answer);
      return (kept = answer);
    };
    const keepValue = async (value: unknown): Promise<void> =>
      void (await keep(composeAnswer(context, value)));
    return keep(await this.transactions.onFinish(keepValue, () => lastValueFrom(next.handle())));
  }
}

/** The bytes as they were kept. */
function replay({ status, headers, body, requestId }: StoredAnswer, response: Response): JsonText {
  response.status(status).set({ ...headers, 'Idempotent-Replayed': 'true' });
  if (requestId) response.setHeader('Original-Request-Id', requestId);
  return new JsonText(body);
}

function isSame(a: StoredAnswer, b: StoredAnswer): boolean {
  return a.status === b.status && a.body === b.body && a.headers.Location === b.headers.Location;
}

/** The answer for an error that a repetition would meet again; null for any other. */
function lastingAnswer(thrown: unknown): StoredAnswer | null {
  const error = knownError(thrown);
  if (!error || error.details.transient) return null;
  const { status } = error.spec;
  if (!LASTING_STATUSES.includes(status)) return null;
  const body = JSON.stringify(error.toBody(requestContext()!));
  return { status, headers: error.details.headers ?? {}, body, requestId: requestContext()?.requestId };
}
