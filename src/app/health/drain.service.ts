import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** Whether the process is about to end: it serves on, and tells everybody to go elsewhere. */
@Injectable()
export class DrainService {
  private draining = false;

  get isDraining(): boolean {
    return this.draining;
  }

  begin(): void {
    this.draining = true;
  }

  /** Middleware: no client asks twice over a connection that will be closed. */
  readonly use = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.draining) response.setHeader('Connection', 'close');
    next();
  };
}
