import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { invalidParam, unknownParam } from '../errors/api-error.js';

/** Arguments through which a handler can read a query. */
const QUERY_PARAM_TYPES = [RouteParamtypes.QUERY, RouteParamtypes.REQUEST].map(String);

/**
 * Refuses a parameter that is sent twice, and any at all where the operation takes none: a filter that isn't applied
 * misleads. What the DTO of a query doesn't know is refused by its pipe. Health and metrics take what a probe adds.
 */
@Injectable()
export class QueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.url.includes('?') || !request.path.startsWith('/api/')) return true;
    for (const [param, value] of Object.entries(request.query)) {
      // What copies a query drops this name, so that its DTO would not see it.
      if (!canReadQuery(context) || param === '__proto__') throw unknownParam(param);
      if (Array.isArray(value)) throw invalidParam(param, `${param} was sent twice.`);
    }
    return true;
  }
}

function canReadQuery(context: ExecutionContext): boolean {
  const { name } = context.getHandler();
  const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) ?? {}) as object;
  return Object.keys(taken).some((argument) => QUERY_PARAM_TYPES.includes(argument.split(':')[0]!));
}
