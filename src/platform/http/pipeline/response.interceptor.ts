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
import { Existing } from '../contract/existing.js';
import { LOCATION_BUILDER, type OperationOptions } from '../contract/operation.js';
import { toShape, resolveShape } from '../contract/shapes.js';

/** Adds `Location` to what a POST creates; on other methods nothing is left to add (see `sendJson`). */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value: unknown) => prepareResponse(context, value)));
  }
}

/** The body that goes out for what a handler returned; its headers are set on the response. */
export function prepareResponse(context: ExecutionContext, value: unknown): unknown {
  if (!hasJsonBody(value)) return value;
  const request = context.switchToHttp().getRequest<Request>();
  const response = context.switchToHttp().getResponse<Response>();
  const locate = Reflect.getMetadata(LOCATION_BUILDER, context.getHandler()) as OperationOptions['creates'];
  if (value instanceof Existing) response.status(200);
  const body = buildResponseBody(value instanceof Existing ? value.resource : value, request, response);
  if (locate && response.statusCode === 201) {
    // What there is one of lies where it was made.
    const below = locate(body as Record<string, unknown>);
    response.setHeader('Location', [toCanonicalPath(request), below].filter(Boolean).join('/'));
  }
  return body;
}

/** A resource or a page in its envelope and shape. What is composed already stays as it is. */
export function buildResponseBody(value: unknown, request: Request, response: Response): unknown {
  if (response.hasHeader('Vary')) response.vary('Accept');
  else response.setHeader('Vary', 'Accept');
  return toShape(wrapPage(value, request), resolveShape(request));
}

/** False for downloads and for handlers that return nothing. */
export function hasJsonBody(value: unknown): boolean {
  return value !== undefined && !(value instanceof StreamableFile);
}

/** The path that the request would have had without slashes at its end, which routes ignore. */
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
