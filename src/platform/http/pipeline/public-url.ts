import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../../../config/config.js';

/** The base of absolute links, asked for once the app listens. Never the Host header: a client may write there what it likes. */
export function createPublicUrlProvider(app: NestExpressApplication, config: Config): () => string {
  let url = config.publicUrl;
  return () => (url ??= `http://localhost:${(app.getHttpServer().address() as AddressInfo).port}`);
}
