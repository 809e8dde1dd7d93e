import { applyDecorators } from '@nestjs/common';
import { IsUrl } from 'class-validator';

/** Where a carrier's API is: https, or http for a fake on this machine. */
export function HttpUrl(): PropertyDecorator {
  return applyDecorators(IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] }));
}

/** Base and path with one slash between them. */
export function urlOf(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}
