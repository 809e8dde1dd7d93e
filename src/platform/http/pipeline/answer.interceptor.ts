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
import { CREATED_AT, type OperationOptions } from '../contract/operation.js';
import { inShape, shapeOf } from '../contract/shapes.js';

/** Adds `Location` to what a POST creates; on other methods nothing is left to add (see `sendJson`). */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value: unknown) => composeAnswer(context, value)));
  }
}

/** The body that goes out for what a handler returned; its headers are set on the response. */
export function composeAnswer(context: ExecutionContext, value: unknown): unknown {
  if (!isComposable(value)) return value;
  const request = context.switchToHttp().getRequest<Request>();
  const response = context.switchToHttp().getResponse<Response>();
  const locate = Reflect.getMetadata(CREATED_AT, context.getHandler()) as OperationOptions['creates'];
  if (value instanceof Existing) response.status(200);
  const body = composeBody(value instanceof Existing ? value.resource : value, request, response);
  if (locate && response.statusCode === 201) {
    // What there is one of lies where it was made.
    const below = locate(body as Record<string, unknown>);
    response.setHeader('Location', [canonicalPath(request), below].filter(Boolean).join('/'));
  }
  return body;
}

/** A resource or a page in its envelope and shape. What is composed already stays as it is. */
export function composeBody(value: unknown, request: Request, response: Response): unknown {
  if (response.hasHeader('Vary')) response.vary('Accept');
  else response.setHeader('Vary', 'Accept');
  return inShape(envelope(value, request), shapeOf(request));
}

/** False for downloads and for handlers that return nothing. */
export function isComposable(value: unknown): boolean {
  return value !== undefined && !(value instanceof StreamableFile);
}

/** The path that the request would have had without slashes at its end, which routes ignore. */
function canonicalPath({ path }: Request): string {
  return path.replace(/\/+$/, '');
}

function envelope(value: unknown, request: Request): unknown {
  if (!(value instanceof Page)) return value;
  return {
    object: 'list',
    url: canonicalPath(request),
    data: value.data,
    has_more: value.hasMore,
    ...value.extra,
  };
}
