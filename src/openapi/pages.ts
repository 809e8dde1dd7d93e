import type { Request, Response } from 'express';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { buildDocument } from './document.js';
import { errorPage } from './error-page.js';

/** `/docs` (Swagger UI), `/docs/errors`, `/openapi.json`, `/openapi.yaml`: the document is made at the first request. */
export function openApiPages(app: NestExpressApplication): void {
  let document: OpenAPIObject | undefined;
  const page = errorPage();
  app.use('/docs/errors', (_request: Request, response: Response) => void response.type('html').send(page));
  SwaggerModule.setup('docs', app, () => (document ??= buildDocument(app)), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Lading API',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true, tryItOutEnabled: true },
  });
}
