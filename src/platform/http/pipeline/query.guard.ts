import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { invalidParam, unknownParam } from '../errors/api-error.js';

const QUERY_PARAM_TYPES = [RouteParamtypes.QUERY, RouteParamtypes.REQUEST].map(String);

/**
 * Rejects repeated query parameters, and any query parameter of an operation without a query DTO: a filter that is not
 * applied would mislead. The DTO pipe rejects the others. /health and /metrics accept any query.
 */
@Injectable()
export class QueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (!request.url.includes('?') || !request.path.startsWith('/api/')) return true;
    for (const [param, value] of Object.entries(request.query)) {
      // The query is copied before its DTO checks it, and the copy drops this name.
      if (!canReadQuery(context) || param === '__proto__') throw unknownParam(param);
      if (Array.isArray(value)) throw invalidParam(param, `${param} was sent more than once. Send it once.`);
    }
    return true;
  }
}

function canReadQuery(context: ExecutionContext): boolean {
  const { name } = context.getHandler();
  const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) ?? {}) as object;
  return Object.keys(taken).some((argument) => QUERY_PARAM_TYPES.includes(argument.split(':')[0]!));
}
