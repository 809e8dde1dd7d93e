import { isDeepStrictEqual } from 'node:util';
import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { SwaggerModule, type SwaggerDocumentOptions } from '@nestjs/swagger';
import { listDefinedEvents } from '../../features/events/define-event.js';
import { ExtensionError, Extensions } from '../../config/extension.js';

// Selects no module. An empty list would select all.
class NoModule {}

/**
 * Rejects an extension with a class that would replace another schema of the same name in the document. Runs at
 * startup, because the document itself is built on its first request.
 * @throws ExtensionError
 */
export function assertUniqueSchemas(app: INestApplication): void {
  if (app.get(Extensions).modules.length === 0) return;
  const taken = new Map<string, { owner: string; schema: unknown }>();
  const take = (owner: string, options: SwaggerDocumentOptions): void => {
    for (const [className, schema] of Object.entries(buildSchemas(app, options))) {
      const name = className.replace(/Dto$/, '');
      const other = taken.get(name);
      if (other && !isDeepStrictEqual(other.schema, schema)) {
        throw new ExtensionError(
          `The schema ${name} has two classes, one of ${other.owner} and one of ${owner}. Rename one.`,
        );
      }
      taken.set(name, { owner, schema });
    }
  };
  for (const { metatype } of app.get(ModulesContainer).values()) take(metatype.name, { include: [metatype] });
  for (const { name, data } of listDefinedEvents()) {
    take(`the event ${name}`, { include: [NoModule], extraModels: [data] });
  }
}

/** Excludes enums, which legitimately differ in their descriptions. */
function buildSchemas(app: INestApplication, options: SwaggerDocumentOptions): Record<string, object> {
  const config = { openapi: '3.1.0', info: { title: '', version: '' } };
  const { schemas = {} } = SwaggerModule.createDocument(app, config, options).components ?? {};
  return Object.fromEntries(
    Object.entries(schemas).filter(([, schema]) => 'type' in schema && schema.type === 'object'),
  );
}
