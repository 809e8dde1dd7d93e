import { readFileSync, writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { stringify } from 'yaml';
import { AppModule } from './app.module.js';
import { APP_OPTIONS, configure } from './app.setup.js';
import { Config } from './config.js';
import { buildDocument } from './openapi/document.js';

/** The document in both notations, by file. Preview mode builds the app's shape only: no database is needed. */
async function documents(): Promise<Record<string, string>> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(new Config()), {
    ...APP_OPTIONS,
    preview: true,
    logger: ['error'],
  });
  const document = buildDocument(configure(app));
  return {
    'openapi/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'openapi/openapi.yaml': stringify(document, { aliasDuplicateObjects: false }),
  };
}

/** Writes the document; with `check`, only compares. True when the files are what the code says. */
export async function writeDocument(check: boolean): Promise<boolean> {
  let current = true;
  for (const [file, text] of Object.entries(await documents())) {
    if (read(file) === text) continue;
    current = false;
    if (!check) writeFileSync(file, text);
  }
  return current || !check;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const current = await writeDocument(process.argv.includes('--check'));
  if (!current) {
    process.stderr.write('openapi/ differs from the code. Run: npm run openapi\n');
    process.exitCode = 1;
  }
}
