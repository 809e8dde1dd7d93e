import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { getRequestContext, type RequestContext } from '../../platform/http/pipeline/request-context.js';
import type { MaybeAuthenticatedRequest } from '../../platform/auth/caller.js';
import { WriteBuffer } from '../../platform/tenancy/write-buffer.js';
import { RequestsRepository } from './requests.repository.js';
import type { ApiRequest, RequestOutcome } from './api-request.entity.js';

/** Of an organization's reads that succeed, what is kept of a quarter of a second: a list that is polled hides nothing else. */
const MAX_BUFFERED_READS = 25;
const MAX_PATH = 500;
const MAX_IDEMPOTENCY_KEY = 255;

type RequestRow = ReturnType<typeof toRow>;

/** Keeps what each key asked and what became of it: later, outside of any transaction, and never at a request's cost. */
@Injectable()
export class RequestLogMiddleware implements OnApplicationShutdown {
  private readonly buffer: WriteBuffer<RequestRow>;

  constructor(requests: RequestsRepository) {
    const of = { what: 'requests', logger: new Logger('Requests') };
    this.buffer = new WriteBuffer(of, (tenant, rows) => requests.insertAll(tenant, rows));
  }

  /** Middleware, behind the authentication: what has no caller belongs to nobody. */
  readonly use = (request: MaybeAuthenticatedRequest, response: Response, next: NextFunction): void => {
    const { caller, method } = request;
    if (caller) {
      const start = performance.now();
      const context = getRequestContext()!;
      response.once('close', () => {
        const ordinary = method === 'GET' && response.statusCode < 400;
        if (ordinary && this.buffer.countBuffered(caller) >= MAX_BUFFERED_READS) return;
        const { organizationId, mode, keyId, member } = caller;
        const by = { keyId, memberId: member?.id ?? null };
        const row = toRow(request, response, context, { ...by, durationMs: performance.now() - start });
        this.buffer.add({ organizationId, mode }, row);
      });
    }
    next();
  };

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.buffer.flush();
  }

  /** After the last request has ended, and before the database's connections do. */
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
