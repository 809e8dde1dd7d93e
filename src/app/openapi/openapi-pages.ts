import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { sendRouteMissing } from '../../platform/http/pipeline/served-paths.js';
import { EventTypesService } from '../../features/events/event-types.service.js';
import type { JsonObject } from './document-types.js';
import { buildDocument, toYaml } from './document.js';
import { buildEventDataSchema } from './event-webhooks.js';
import { renderErrorPage } from './error-page.js';
import { serveReference } from './reference-page.js';
import { redirectTrailingSlash, serveFile } from './serve-file.js';

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

const SWAGGER_UI_FILES = {
  'swagger-ui-bundle.js': 'text/javascript',
  'swagger-ui-standalone-preset.js': 'text/javascript',
  'swagger-ui.css': 'text/css',
};
const { resolve } = createRequire(import.meta.url);
const SWAGGER_UI_FOLDER = dirname(
  createRequire(resolve('@nestjs/swagger')).resolve('swagger-ui-dist/package.json'),
);

/**
 * Serves /docs (Swagger UI), /reference (Scalar), /docs/errors, /openapi.json and /openapi.yaml. Each file is built and
 * compressed once, on its first request.
 */
export function serveOpenApiPages(app: NestExpressApplication): void {
  let built: OpenAPIObject | undefined;
  const getDocument = (): OpenAPIObject => (built ??= buildDocument(app));
  const schemas = (): Record<string, JsonObject> =>
    (getDocument().components?.schemas ?? {}) as unknown as Record<string, JsonObject>;
  app.get(EventTypesService).registerSchemas((type) => buildEventDataSchema(schemas(), type));
  serveFile(app, '/openapi.json', 'application/json', () => JSON.stringify(getDocument()));
  serveFile(app, '/openapi.yaml', 'application/yaml', () => toYaml(getDocument()));
  serveFile(app, '/docs/errors', 'text/html', renderErrorPage);
  serveFile(app, VIEWPORT_PATH, 'text/javascript', () => VIEWPORT_SCRIPT);
  serveReference(app);
  serveSwaggerUi(app);
}

/** Swagger UI loads /openapi.json, so that its own script stays small and browsers cache the document. */
function serveSwaggerUi(app: NestExpressApplication): void {
  redirectTrailingSlash(app, '/docs');
  for (const [name, type] of Object.entries(SWAGGER_UI_FILES))
    serveFile(app, `/docs/${name}`, type, () => readFile(join(SWAGGER_UI_FOLDER, name)));
  const noDocument = (): OpenAPIObject => ({}) as OpenAPIObject;
  SwaggerModule.setup('docs', app, noDocument, {
    raw: false,
    customSiteTitle: 'Lading API',
    customCss: MOBILE_CSS,
    customJs: `.${VIEWPORT_PATH}`,
    swaggerUrl: './openapi.json',
    // Swagger UI renders 150 rows or more only while they are on the screen, so a search in the page would miss them.
    swaggerOptions: {
      docExpansion: 'none',
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
    },
  });
  app.use('/docs', sendRouteMissing);
}
