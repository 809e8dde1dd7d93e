import { Injectable, RequestMethod, type NestInterceptor, type Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { isPublic } from '../auth/key.guard.js';
import { ResponseInterceptor } from '../http/pipeline/response.interceptor.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/**
 * Puts the interceptors around every POST handler that needs an API key. Global interceptors would also wrap each read in
 * observables, which costs more than the read itself (docs/adr/0001-express-and-post-interceptors.md). The handler's
 * own interceptors run inside, so not on a replay. Those of its controller run outside.
 */
@Injectable()
export class PostInterceptorRegistrar {
  constructor(
    discovery: DiscoveryService,
    idempotency: IdempotencyInterceptor,
    responses: ResponseInterceptor,
  ) {
    for (const { metatype } of discovery.getControllers())
      if (!isPublic(metatype as Type)) wrapPostHandlers(metatype as Type, [idempotency, responses]);
  }
}

function wrapPostHandlers({ prototype }: Type, interceptors: NestInterceptor[]): void {
  for (const name of new MetadataScanner().getAllMethodNames(prototype as object)) {
    const handler = (prototype as Record<string, object>)[name]!;
    if (Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST) {
      const own = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as unknown[];
      Reflect.defineMetadata(INTERCEPTORS_METADATA, [...interceptors, ...own.filter(isForeign)], handler);
    }
  }
}

/** Returns false for the interceptors that another application in this process has added to the handler. */
function isForeign(interceptor: unknown): boolean {
  return !(interceptor instanceof IdempotencyInterceptor || interceptor instanceof ResponseInterceptor);
}
