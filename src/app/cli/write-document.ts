import { readFileSync, writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../app.module.js';
import { APP_OPTIONS, configureApp } from '../configure-app.js';
import { Config } from '../../config/config.js';
import type { Extensions } from '../../config/extension.js';
import { buildDocument, toYaml } from '../openapi/document.js';

/** The document in both notations, by file. Preview mode builds the app's shape only: no database is needed. */
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

/** Writes the document; with `check`, only compares. True when the files are what the code says. */
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
