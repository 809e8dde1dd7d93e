import { readFileSync } from 'node:fs';

/** The packages that carry the version. The first one declares it. */
export const PACKAGES = ['package.json', 'sdk/package.json', 'cli/package.json', 'web/package.json'];
export const CHART = 'deploy/helm/lading/Chart.yaml';
export const DOCKERFILE = 'Dockerfile';
export const CHANGELOG = 'CHANGELOG.md';

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Reads every version that must equal the one in package.json, by place. */
export function readVersions() {
  const lock = readJson('package-lock.json').packages;
  const chart = readFileSync(CHART, 'utf8');
  const versions = {
    [`${CHART} version`]: /^version: (.+)$/m.exec(chart)?.[1],
    [`${CHART} appVersion`]: /^appVersion: (.+)$/m.exec(chart)?.[1],
    [DOCKERFILE]: /image\.version="(.+?)"/.exec(readFileSync(DOCKERFILE, 'utf8'))?.[1],
    'openapi/openapi.json': readJson('openapi/openapi.json').info.version,
    [CHANGELOG]: /^## \[(.+?)\]/m.exec(readFileSync(CHANGELOG, 'utf8').replace('## [Unreleased]', ''))?.[1],
  };
  for (const path of PACKAGES) {
    const { version, devDependencies } = readJson(path);
    versions[path] = version;
    if (devDependencies?.['@lading/sdk']) versions[`${path} @lading/sdk`] = devDependencies['@lading/sdk'];
    versions[`package-lock.json ${path}`] = lock[path.replace(/\/?package\.json$/, '')].version;
  }
  return versions;
}

/** Returns the changelog entry of a version, without its heading. */
export function readChangelogEntry(version) {
  const changelog = readFileSync(CHANGELOG, 'utf8');
  const start = changelog.indexOf(`## [${version}]`);
  if (start < 0) throw new Error(`${CHANGELOG} has no entry ${version}`);
  const entry = changelog.slice(start).split('\n').slice(1).join('\n');
  return entry.split(/^(?:## |\[[^\]]+\]: )/m)[0].trim();
}
