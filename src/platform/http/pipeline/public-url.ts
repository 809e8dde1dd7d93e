import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../../../config/config.js';
import { getRequestContext } from './request-context.js';

/**
 * Returns a function that returns the base of absolute links, to be called once the app listens. Never uses the Host
 * header, because clients can set it to anything.
 */
export function createPublicUrlProvider(app: NestExpressApplication, config: Config): () => string {
  let url = config.publicUrl;
  return () => (url ??= `http://localhost:${(app.getHttpServer().address() as AddressInfo).port}`);
}

export function resolvePublicUrl({ publicUrl, port = 3000 }: Config): string {
  return getRequestContext()?.publicUrl ?? publicUrl ?? `http://localhost:${port}`;
}
