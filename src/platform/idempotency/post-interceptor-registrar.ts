import { Injectable, RequestMethod, type NestInterceptor, type Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { isPublic } from '../auth/key.guard.js';
import { ResponseInterceptor } from '../http/pipeline/response.interceptor.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/**
 * Puts the interceptors around every POST with a key and around nothing else: global ones would also wrap each read in
 * observables, which costs more than the read's own work (measured in bench/README.md). A handler's own interceptors
 * run inside them, with its work: not on a replay. Those of its controller run outside, as Nest orders them.
 */
@Injectable()
export class PostInterceptorRegistrar {
  constructor(discovery: DiscoveryService, idempotency: IdempotencyInterceptor, answer: ResponseInterceptor) {
    for (const { metatype } of discovery.getControllers())
      if (!isPublic(metatype as Type)) wrapPostHandlers(metatype as Type, [idempotency, answer]);
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

/** False for what another app in this process has put around the same handler. */
function isForeign(interceptor: unknown): boolean {
  return !(interceptor instanceof IdempotencyInterceptor || interceptor instanceof ResponseInterceptor);
}
