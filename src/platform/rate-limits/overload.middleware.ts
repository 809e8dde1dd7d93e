import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { unavailable } from '../http/errors/api-error.js';
import { overloadRejections } from '../metrics.js';

const CHECK_INTERVAL_MS = 500;
/** A timer this late twice in a row means that new requests would time out anyway. */
const MAX_LAG_MS = 2_000;
const API_PATH = /^\/api\//;

/** Rejects new API requests while the event loop lags far behind, so that accepted requests finish. */
@Injectable()
export class OverloadMiddleware implements OnApplicationShutdown {
  private nextCheckAt = performance.now() + CHECK_INTERVAL_MS;
  private lateChecks = 0;
  private readonly timer = setInterval(() => this.measureLag(), CHECK_INTERVAL_MS).unref();

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  readonly use = (request: Request, _response: Response, next: NextFunction): void => {
    if (this.lateChecks < 2 || !API_PATH.test(request.path)) return next();
    overloadRejections.inc();
    next(unavailable('The process is overloaded. Retry later.'));
  };

  private measureLag(): void {
    const now = performance.now();
    this.lateChecks = now - this.nextCheckAt > MAX_LAG_MS ? this.lateChecks + 1 : 0;
    this.nextCheckAt = now + CHECK_INTERVAL_MS;
  }
}
