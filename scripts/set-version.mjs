/**
 * `npm run generate version X.Y.Z`: writes the version everywhere, turns the changelog's Unreleased entry into the entry of
 * this version and opens a new one. `npm run openapi` then writes the version into the document.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { CHANGELOG, CHART, DOCKERFILE, PACKAGES, readJson } from './support/versions.mjs';

const [version, date = new Date().toISOString().slice(0, 10)] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(?:-rc\.\d+)?$/.test(version ?? '')) {
  console.error('Usage: npm run generate version X.Y.Z[-rc.N] [YYYY-MM-DD]');
  process.exit(1);
}

const edit = (path, change) => writeFileSync(path, change(readFileSync(path, 'utf8')));
const editJson = (path, change) => {
  const content = readJson(path);
  change(content);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
};
const setVersion = (manifest) => {
  manifest.version = version;
  if (manifest.devDependencies?.['@lading/sdk']) manifest.devDependencies['@lading/sdk'] = version;
};

for (const path of PACKAGES) editJson(path, setVersion);
editJson('package-lock.json', (lock) => {
  lock.version = version;
  for (const path of PACKAGES) setVersion(lock.packages[path.replace(/\/?package\.json$/, '')]);
});
edit(CHART, (text) => text.replace(/^((?:appV|v)ersion:) .+$/gm, `$1 ${version}`));
edit(DOCKERFILE, (text) => text.replace(/(image\.version=)".+?"/, `$1"${version}"`));
edit('cli/README.md', (text) => text.replace(/lading-cli-[\w.-]+\.tgz/g, `lading-cli-${version}.tgz`));
edit('docs/how-to/kubernetes.md', (text) => text.replace(/(lading:|image\.tag=)\d[\w.-]*/g, `$1${version}`));
edit(CHANGELOG, (text) => text.replace('## [Unreleased]', `## [Unreleased]\n\n## [${version}] - ${date}`));
