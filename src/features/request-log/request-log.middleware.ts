import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { getRequestContext, type RequestContext } from '../../platform/http/pipeline/request-context.js';
import type { MaybeAuthenticatedRequest } from '../../platform/auth/caller.js';
import { WriteBuffer } from '../../platform/tenancy/write-buffer.js';
import { RequestsRepository } from './requests.repository.js';
import type { ApiRequest, RequestOutcome } from './api-request.entity.js';

/** The maximum number of successful reads per tenant in one buffer (250 ms): polling must not hide other requests. */
const MAX_BUFFERED_READS = 25;
const MAX_PATH = 500;
const MAX_IDEMPOTENCY_KEY = 255;

type RequestRow = ReturnType<typeof toRow>;

/** Logs authenticated requests. Writes them in batches outside any transaction, so that no request waits for the log. */
@Injectable()
export class RequestLogMiddleware implements OnApplicationShutdown {
  private readonly buffer: WriteBuffer<RequestRow>;

  constructor(requests: RequestsRepository) {
    const source = { log: 'requests', what: 'requests', logger: new Logger('Requests') } as const;
    this.buffer = new WriteBuffer(source, (tenant, rows) => requests.insertAll(tenant, rows));
  }

  /** Runs after the authentication. Requests without a caller belong to no tenant and are not logged. */
  readonly use = (request: MaybeAuthenticatedRequest, response: Response, next: NextFunction): void => {
    const { caller, method } = request;
    if (caller) {
      const start = performance.now();
      const context = getRequestContext()!;
      response.once('close', () => {
        const isSuccessfulRead = method === 'GET' && response.statusCode < 400;
        if (isSuccessfulRead && this.buffer.countBuffered(caller) >= MAX_BUFFERED_READS) return;
        const { organizationId, mode, keyId, member } = caller;
        const durationMs = performance.now() - start;
        const row = toRow(request, response, context, { keyId, memberId: member?.id ?? null, durationMs });
        this.buffer.add({ organizationId, mode }, row);
      });
    }
    next();
  };

  /** Writes the buffered rows. */
  flush(): Promise<void> {
    return this.buffer.flush();
  }

  /** Runs after the last request and before the database connections close. */
  onApplicationShutdown(): Promise<void> {
    return this.buffer.close();
  }
}

function toRow(
  request: Request,
  response: Response,
  context: RequestContext,
  { keyId, memberId, durationMs }: Pick<ApiRequest, 'keyId' | 'memberId' | 'durationMs'>,
) {
  const idempotencyKey = request.get('idempotency-key');
  return {
    requestId: context.requestId,
    keyId,
    memberId,
    method: request.method,
    path: request.path.slice(0, MAX_PATH),
    outcome: toOutcome(response),
    status: response.statusCode,
    errorCode: context.errorCode ?? null,
    idempotencyKey: idempotencyKey?.slice(0, MAX_IDEMPOTENCY_KEY) ?? null,
    durationMs: Math.round(durationMs),
  };
}

function toOutcome({ statusCode, writableFinished }: Response): RequestOutcome {
  if (!writableFinished) return 'aborted';
  if (statusCode < 400) return 'succeeded';
  return statusCode < 500 ? 'refused' : 'failed';
}
