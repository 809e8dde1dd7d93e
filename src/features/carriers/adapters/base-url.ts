import { applyDecorators } from '@nestjs/common';
import { IsUrl, MaxLength } from 'class-validator';
import { MAX_URL_LENGTH } from '../../../platform/http-client/url-policy.js';

/** Where a carrier's API is: https, or http for a fake on this machine. */
export function HttpUrl(): PropertyDecorator {
  return applyDecorators(
    IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] }),
    MaxLength(MAX_URL_LENGTH),
  );
}

/** Base and path with one slash between them. */
export function joinUrl(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}
