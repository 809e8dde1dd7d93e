import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import { PublicFile } from '../../platform/http/pipeline/public-file.js';

/** Serves a text from memory. It is built and compressed on the first request. */
export function serveFile(
  app: NestExpressApplication,
  path: string,
  type: string,
  build: () => string | Buffer | Promise<Buffer>,
): void {
  const getFile = memoize(async () => PublicFile.create(type, await build()));
  getExpress(app).get(path, async (request, response) => (await getFile()).send(request, response));
}

/** Redirects `/docs/` to `/docs`: the page's URLs are relative to it, because a proxy may add a path prefix. */
export function redirectTrailingSlash(app: NestExpressApplication, path: string): void {
  getExpress(app).get(path, (request: Request, response: Response, next: NextFunction) => {
    if (request.path === path) return next();
    response.redirect(301, `..${path}`);
  });
}

export function getExpress(app: NestExpressApplication): Express {
  return app.getHttpAdapter().getInstance();
}

/** Keeps the result of the first call that succeeds. */
export function memoize<T>(build: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= build().catch((error: unknown) => {
      result = undefined;
      throw error;
    }));
}
