import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { apiReference } from '@scalar/nestjs-api-reference';
import type { Request, Response } from 'express';
import { createPageHeaders } from '../../platform/http/pipeline/page-headers.js';
import { PublicFile } from '../../platform/http/pipeline/public-file.js';
import { sendRouteMissing } from '../../platform/http/pipeline/served-paths.js';
import { getExpress, memoize, redirectTrailingSlash, serveFile } from './serve-file.js';

/** `scripts/build-reference.mjs` writes Scalar's script there, compressed, with its version in the name. */
const BUILD_FOLDERS = ['../../../dist/reference', '../../../reference'].map((path) =>
  join(import.meta.dirname, path),
);
/** Loads the document while the browser still parses the script. */
const DOCUMENT_PRELOAD = '<link rel="preload" href="./openapi.json" as="fetch" crossorigin>';
const INLINE_SCRIPT = /<script type="text\/javascript">([^]*?)<\/script>/;

/**
 * Serves Scalar's API reference at /reference, with every file from this origin: Scalar's own default is a CDN. Its AI,
 * telemetry, proxy and web fonts are off.
 */
export function serveReference(app: NestExpressApplication): void {
  const script = findScript();
  if (script !== undefined) {
    const html = renderPage(basename(script));
    app.use('/reference', createPageHeaders([hashScript(html)]));
    redirectTrailingSlash(app, '/reference');
    serveFile(app, '/reference', 'text/html', () => html);
    const getScript = memoize(() => readScript(script));
    getExpress(app).get(`/reference/${basename(script)}`, async (request, response) =>
      (await getScript()).send(request, response),
    );
  }
  app.use('/reference', sendRouteMissing);
}

/** Returns the path without `.br`; undefined if the reference is not built. */
function findScript(): string | undefined {
  const folder = BUILD_FOLDERS.find((path) => existsSync(path));
  const [name] = folder ? globSync('scalar-*.js.br', { cwd: folder }) : [];
  return name && join(folder!, name.slice(0, -'.br'.length));
}

async function readScript(path: string): Promise<PublicFile> {
  const [br, gzip] = await Promise.all([readFile(`${path}.br`), readFile(`${path}.gz`)]);
  return PublicFile.fromCompressed('text/javascript', { br, gzip }, { isImmutable: true });
}

function renderPage(script: string): string {
  const render = apiReference({
    url: './openapi.json',
    cdn: `./reference/${script}`,
    pageTitle: 'Lading API reference',
    agent: { disabled: true },
    mcp: { disabled: true },
    telemetry: false,
    withDefaultFonts: false,
    showDeveloperTools: 'never',
    hideClientButton: true,
    hideModels: true,
    persistAuth: true,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  }) as (request: Request, response: Response) => void;
  let html = '';
  // Scalar's handler writes the page once; it is the same for every request.
  const response = { send: (text: string) => (html = text) } as unknown as Response;
  render({} as Request, response);
  return html.replace('<html>', '<html lang="en">').replace('</head>', `${DOCUMENT_PRELOAD}</head>`);
}

function hashScript(html: string): string {
  const [, script = ''] = INLINE_SCRIPT.exec(html) ?? [];
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
