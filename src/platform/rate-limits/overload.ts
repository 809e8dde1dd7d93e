import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { unavailable } from '../http/errors/api-error.js';
import { shedRequests } from '../metrics.js';

const LOOK_MS = 500;
/** Behind by this much twice in a row: what is taken on now would be answered too late anyway. */
const TOO_LATE_MS = 2_000;
const API = /^\/api\//;

/**
 * Refuses what comes while the process is hopelessly behind, so that what it has taken on gets done. By how late a
 * timer fires: everything else waits in the same line.
 */
@Injectable()
export class Overload implements OnApplicationShutdown {
  private due = performance.now() + LOOK_MS;
  private late = 0;
  private readonly timer = setInterval(() => this.look(), LOOK_MS).unref();

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Middleware, before anything is looked up. Health and metrics are always answered. */
  readonly use = (request: Request, _response: Response, next: NextFunction): void => {
    if (this.late < 2 || !API.test(request.path)) return next();
    shedRequests.inc();
    next(unavailable('The process has too much to do.'));
  };

  private look(): void {
    const now = performance.now();
    this.late = now - this.due > TOO_LATE_MS ? this.late + 1 : 0;
    this.due = now + LOOK_MS;
  }
}
