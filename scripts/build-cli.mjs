/** Builds `cli/dist`, the command line bundled with its dependencies, so that `npx` downloads one package. */
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = dirname(import.meta.dirname);
const DIST = join(ROOT, 'cli/dist');
const MARK = join(DIST, '.built');
const MODULES = 'node_modules/';

const began = new Date();
rmSync(DIST, { recursive: true, force: true });
const bundle = await rolldown({
  input: join(ROOT, 'cli/src/main.ts'),
  platform: 'node',
  // Bundles the SDK from its sources, so that neither build waits for the other.
  resolve: { alias: { '@lading/sdk': join(ROOT, 'sdk/src/index.ts') } },
  transform: { target: 'node20' },
});
const { output } = await bundle.write({
  dir: DIST,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
});
await bundle.close();
writeFileSync(join(DIST, 'LICENSES.txt'), readLicenses(output.flatMap(({ moduleIds = [] }) => moduleIds)));
writeFileSync(MARK, '');
// The mark has the time of the start, so that a file edited during the build triggers the next one.
utimesSync(MARK, began, began);

/** Returns the licenses of all bundled packages, which require that a copy is included. */
function readLicenses(modules) {
  const packages = new Set(
    modules.filter((id) => id.includes(MODULES)).map((id) => packageOf(id.replace(/^\0|\?.*$/g, ''))),
  );
  return [...packages].sort().map(readLicense).join('\n\n');
}

function packageOf(file) {
  const start = file.lastIndexOf(MODULES) + MODULES.length;
  const [scope, name] = file.slice(start).split('/');
  return file.slice(0, start) + (scope.startsWith('@') ? `${scope}/${name}` : scope);
}

function readLicense(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = existsSync(folder) && readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}`.trim();
}
