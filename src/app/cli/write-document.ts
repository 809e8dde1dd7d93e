import { readFileSync, writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../app.module.js';
import { APP_OPTIONS, configureApp } from '../configure-app.js';
import { Config } from '../../config/config.js';
import type { Extensions } from '../../config/extension.js';
import { buildDocument, toYaml } from '../openapi/document.js';

/** Builds the document as JSON and YAML, by file. Preview mode creates no providers, so no database is needed. */
async function buildDocuments(extensions: Extensions): Promise<Record<string, string>> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(new Config(), extensions), {
    ...APP_OPTIONS,
    preview: true,
    logger: ['error'],
  });
  const document = buildDocument(configureApp(app));
  return {
    'openapi/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'openapi/openapi.yaml': toYaml(document),
  };
}

/** Writes the document, or only compares it if `check` is set. Returns true if the files are up to date. */
export async function writeDocument(extensions: Extensions, check: boolean): Promise<boolean> {
  let current = true;
  for (const [file, text] of Object.entries(await buildDocuments(extensions))) {
    if (readIfExists(file) === text) continue;
    current = false;
    if (!check) writeFileSync(file, text);
  }
  return current || !check;
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
