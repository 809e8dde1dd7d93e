import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Page } from '../../tenancy/page.js';
import { Existing } from '../contract/handler-results.js';
import { LOCATION_BUILDER, type OperationOptions } from '../contract/operation.js';
import { toShape, resolveShape } from '../contract/shapes.js';

/** Adds `Location` to the response of a POST that creates. Wraps POST handlers only; `sendJson` does the rest. */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value: unknown) => prepareResponse(context, value)));
  }
}

export function prepareResponse(context: ExecutionContext, value: unknown): unknown {
  if (!hasJsonBody(value)) return value;
  const request = context.switchToHttp().getRequest<Request>();
  const response = context.switchToHttp().getResponse<Response>();
  const buildLocation = Reflect.getMetadata(
    LOCATION_BUILDER,
    context.getHandler(),
  ) as OperationOptions['creates'];
  if (value instanceof Existing) response.status(200);
  const body = buildResponseBody(value instanceof Existing ? value.resource : value, request, response);
  if (buildLocation && response.statusCode === 201) {
    // A singleton resource has the path that it was created under.
    const location = buildLocation(body as Record<string, unknown>);
    const path = [toCanonicalPath(request), location].filter(Boolean).join('/');
    response.setHeader('Location', location.startsWith('/') ? location : path);
  }
  return body;
}

export function buildResponseBody(value: unknown, request: Request, response: Response): unknown {
  if (response.hasHeader('Vary')) response.vary('Accept');
  else response.setHeader('Vary', 'Accept');
  return toShape(wrapPage(value, request), resolveShape(request));
}

/** Returns false for downloads and for handlers that return nothing. */
export function hasJsonBody(value: unknown): boolean {
  return value !== undefined && !(value instanceof StreamableFile);
}

/** Routes ignore trailing slashes; links omit them. */
function toCanonicalPath({ path }: Request): string {
  return path.replace(/\/+$/, '');
}

function wrapPage(value: unknown, request: Request): unknown {
  if (!(value instanceof Page)) return value;
  return {
    object: 'list',
    url: toCanonicalPath(request),
    data: value.data,
    has_more: value.hasMore,
    ...value.extra,
  };
}
