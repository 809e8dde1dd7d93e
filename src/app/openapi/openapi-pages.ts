import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { sendRouteMissing } from '../../platform/http/pipeline/served-paths.js';
import { buildDocument, toYaml } from './document.js';
import { renderErrorPage } from './error-page.js';

/** Stacks the table cells of Swagger UI on a phone, and breaks long words. */
const MOBILE_CSS = `
@media (max-width: 640px) {
  .swagger-ui .opblock-body table, .swagger-ui .opblock-body thead, .swagger-ui .opblock-body tbody,
  .swagger-ui .opblock-body tr, .swagger-ui .opblock-body td { display: block; width: auto; max-width: 100%; }
  .swagger-ui .opblock-body thead { display: none; }
  .swagger-ui .opblock-section-header { flex-wrap: wrap; }
  .swagger-ui .opblock-section-header .try-out { padding-left: 0; }
  .swagger-ui .opblock-body td { min-width: 0; overflow-wrap: anywhere; }
  .swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { white-space: normal; overflow-wrap: anywhere; }
  .swagger-ui .opblock-body pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .swagger-ui .opblock-body input, .swagger-ui .opblock-body select { max-width: 100%; }
}
`;

/** Sets the viewport for phones. A separate file, because the content security policy forbids inline scripts. */
const VIEWPORT_PATH = '/docs/viewport.js';
const VIEWPORT_SCRIPT = `document.head.insertAdjacentHTML('beforeend', '<meta name="viewport" content="width=device-width, initial-scale=1">');`;

interface CachedPage {
  type: string;
  bytes: Buffer;
  etag: string;
}

/**
 * Serves /docs (Swagger UI), /docs/errors, /openapi.json and /openapi.yaml. Each is built once, on the first request.
 */
export function serveOpenApiPages(app: NestExpressApplication): void {
  const document = memoize(() => buildDocument(app));
  serveCached(app, '/openapi.json', () => buildPage('application/json', JSON.stringify(document())));
  serveCached(app, '/openapi.yaml', () => buildPage('application/yaml', toYaml(document())));
  serveCached(app, '/docs/errors', () => buildPage('text/html', renderErrorPage()));
  serveCached(app, VIEWPORT_PATH, () => buildPage('text/javascript', VIEWPORT_SCRIPT));
  SwaggerModule.setup('docs', app, document, {
    raw: false,
    customSiteTitle: 'Lading API',
    customCss: MOBILE_CSS,
    customJs: `.${VIEWPORT_PATH}`,
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true, tryItOutEnabled: true },
  });
  app.use('/docs', sendRouteMissing);
}

/** Serves a page from memory, with 304 for a matching ETag. */
function serveCached(app: NestExpressApplication, path: string, build: () => CachedPage): void {
  const page = memoize(build);
  app
    .getHttpAdapter()
    .getInstance()
    .get(path, (request: Request, response: Response) => {
      const { type, bytes, etag } = page();
      response.set({ ETag: etag, 'Cache-Control': 'no-cache' });
      if (request.fresh) response.status(304).end();
      else response.type(type).send(bytes);
    });
}

function buildPage(type: string, text: string): CachedPage {
  return {
    type,
    bytes: Buffer.from(text),
    etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
  };
}

function memoize<T>(build: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: build() }).value;
}
