import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** Knows whether the process is shutting down. It still serves requests, but asks clients to open new connections. */
@Injectable()
export class DrainService {
  private draining = false;

  get isDraining(): boolean {
    return this.draining;
  }

  begin(): void {
    this.draining = true;
  }

  readonly use = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.draining) response.setHeader('Connection', 'close');
    next();
  };
}
