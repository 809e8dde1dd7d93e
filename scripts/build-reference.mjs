/**
 * Writes Scalar's script for /reference into `dist/reference`, compressed. Scalar publishes it for a CDN, in a package
 * with 200 dependencies of 285 MB; its Fastify plugin contains the same file without them.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const OUTPUT = join(dirname(import.meta.dirname), 'dist/reference');
const SCRIPT_PATH = '/reference/js/scalar.js';

/** Registers the plugin with a stand-in for Fastify and calls the route of the script. */
async function readScript() {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const routes = new Map();
  const fastify = { route: (route) => routes.set(route.url, route), hasPlugin: () => false };
  plugin(fastify, { routePrefix: '/reference', configuration: { url: '/openapi.json' } }, () => {});
  const reply = { header: () => reply, send: (content) => content };
  return Buffer.from(routes.get(SCRIPT_PATH).handler(undefined, reply));
}

const manifest = new URL('../package.json', import.meta.resolve('@scalar/fastify-api-reference'));
const { version } = JSON.parse(readFileSync(fileURLToPath(manifest), 'utf8'));
const file = join(OUTPUT, `scalar-${version}.js`);
if (!existsSync(`${file}.gz`)) {
  const script = await readScript();
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(script, { level: 9 }));
}
