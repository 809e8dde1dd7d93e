import { applyDecorators, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

export const AdapterMark = DiscoveryService.createDecorator();

/**
 * In place of `@Injectable()` on a class that implements CarrierAdapter. Listed among the providers of any module it is
 * found at start, whatever it injects itself. Adapters are singletons: request scope would make one a request.
 */
export function InjectableAdapter(): ClassDecorator {
  return applyDecorators(Injectable(), AdapterMark());
}
