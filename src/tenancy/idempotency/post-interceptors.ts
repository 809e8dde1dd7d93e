import { Injectable, RequestMethod, type NestInterceptor, type Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { AnswerInterceptor } from '../../http/answer.interceptor.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/**
 * Puts the interceptors around every POST and around nothing else: global ones would also wrap each read in
 * observables, which costs more than the read's own work (measured in bench/README.md).
 */
@Injectable()
export class PostInterceptors {
  constructor(discovery: DiscoveryService, idempotency: IdempotencyInterceptor, answer: AnswerInterceptor) {
    for (const { metatype } of discovery.getControllers()) wrapPosts(metatype as Type, [idempotency, answer]);
  }
}

function wrapPosts({ prototype }: Type, interceptors: NestInterceptor[]): void {
  for (const name of new MetadataScanner().getAllMethodNames(prototype as object)) {
    const handler = (prototype as Record<string, object>)[name]!;
    if (Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST) {
      Reflect.defineMetadata(INTERCEPTORS_METADATA, interceptors, handler);
    }
  }
}
