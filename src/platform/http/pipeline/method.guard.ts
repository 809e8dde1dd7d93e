import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Application, Request } from 'express';
import { ApiError } from '../errors/api-error.js';
import { findLiteralPaths } from './routes.js';

/**
 * Rejects methods that a literal path does not have: without it, `PATCH /addresses/validate` would match the route of
 * the address `validate`.
 */
@Injectable()
export class MethodGuard implements CanActivate {
  private readonly methodsByApp = new WeakMap<Application, Map<string, string[]>>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const methods = this.findMethods(request.app).get(request.path);
    if (!methods || methods.includes(request.method === 'HEAD' ? 'GET' : request.method)) return true;
    throw new ApiError('method_not_allowed', { headers: { Allow: methods.join(', ') } });
  }

  private findMethods(app: Application): Map<string, string[]> {
    let paths = this.methodsByApp.get(app);
    if (!paths) this.methodsByApp.set(app, (paths = findLiteralPaths(app)));
    return paths;
  }
}
