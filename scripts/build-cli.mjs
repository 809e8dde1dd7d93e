/** Makes `cli/dist`, the client's command line with all that it needs but Node: what `npx` fetches is one package. */
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
  // The client's sources, so that neither build waits for the other.
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
writeFileSync(join(DIST, 'LICENSES.txt'), licencesOf(output.flatMap(({ moduleIds = [] }) => moduleIds)));
writeFileSync(MARK, '');
// What was edited while it was being built is built the next time.
utimesSync(MARK, began, began);

/** The licence of every package that is in the bundle: each asks to be passed on. */
function licencesOf(modules) {
  const packages = new Set(
    modules.filter((id) => id.includes(MODULES)).map((id) => packageOf(id.replace(/^\0|\?.*$/g, ''))),
  );
  return [...packages].sort().map(licenceOf).join('\n\n');
}

function packageOf(file) {
  const start = file.lastIndexOf(MODULES) + MODULES.length;
  const [scope, name] = file.slice(start).split('/');
  return file.slice(0, start) + (scope.startsWith('@') ? `${scope}/${name}` : scope);
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = existsSync(folder) && readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}`.trim();
}
