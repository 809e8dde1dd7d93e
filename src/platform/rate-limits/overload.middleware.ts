import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { unavailable } from '../http/errors/api-error.js';
import { overloadRejections } from '../metrics.js';

const CHECK_INTERVAL_MS = 500;
/** Behind by this much twice in a row: what is taken on now would be answered too late anyway. */
const MAX_LAG_MS = 2_000;
const API_PATH = /^\/api\//;

/**
 * Refuses what comes while the process is hopelessly behind, so that what it has taken on gets done. By how late a
 * timer fires: everything else waits in the same line.
 */
@Injectable()
export class OverloadMiddleware implements OnApplicationShutdown {
  private nextCheckAt = performance.now() + CHECK_INTERVAL_MS;
  private lateChecks = 0;
  private readonly timer = setInterval(() => this.measureLag(), CHECK_INTERVAL_MS).unref();

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Middleware, before anything is looked up. Health and metrics are always answered. */
  readonly use = (request: Request, _response: Response, next: NextFunction): void => {
    if (this.lateChecks < 2 || !API_PATH.test(request.path)) return next();
    overloadRejections.inc();
    next(unavailable('The process has too much to do.'));
  };

  private measureLag(): void {
    const now = performance.now();
    this.lateChecks = now - this.nextCheckAt > MAX_LAG_MS ? this.lateChecks + 1 : 0;
    this.nextCheckAt = now + CHECK_INTERVAL_MS;
  }
}
