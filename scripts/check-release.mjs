/**
 * Runs every step of a release that needs no registry of ours. Packs the three npm packages, reads the tarballs and
 * publishes them with --dry-run. Installs them into an empty folder and uses them. Builds the chart, the SBOM, the release
 * notes and the image. Skips a step with the reason if this machine lacks its tool. Exits with 1 if a step fails.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { goTool, HELM, need, NotInstalled } from './support/external-tools.mjs';
import { CHART, readChangelogEntry, readJson, readVersions } from './support/versions.mjs';

const { version } = readJson('package.json');
const TAG = version.includes('-') ? 'next' : 'latest';
const NPM_PACKAGES = { lading: '.', '@lading/sdk': 'sdk', '@lading/cli': 'cli' };
/** Built files that the service serves. */
const SERVED = ['dist/app/index.html', 'dist/guides/.built', 'dist/guides/index.html', 'dist/reference'];
const REPOSITORY = 'git+https://github.com/lading/lading.git';

const work = mkdtempSync(join(tmpdir(), 'lading-release-'));
const run = (file, args, options = {}) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
const tarballs = {};

const STEPS = {
  'one version': () => {
    for (const [place, found] of Object.entries(readVersions())) assert.equal(found, version, place);
    return version;
  },
  'npm pack': () => Object.entries(NPM_PACKAGES).map(pack).join(', '),
  'npm publish --dry-run': () => {
    const files = Object.values(tarballs);
    for (const { file } of files)
      run('npm', ['publish', file, '--dry-run', '--tag', TAG, '--access', 'public']);
    return `${files.length} packages with the tag ${TAG}`;
  },
  'installed packages': useInstalled,
  'Helm chart': () => {
    const output = run(goTool(HELM), ['package', dirname(CHART), '--destination', work]);
    return output.trim().split('/').at(-1);
  },
  SBOM: () => {
    const args = ['sbom', '--omit=dev', '--sbom-type=application', '--sbom-format=cyclonedx'];
    const { metadata, components } = JSON.parse(run('npm', args));
    assert.equal(metadata.component.version, version);
    return `${components.length} packages`;
  },
  'release notes': () => `${readChangelogEntry(version).split('\n').length} lines`,
  'Docker image': () => {
    need('docker', 'info');
    run('docker', ['build', '--tag', `lading:${version}`, '.']);
    return `lading:${version}`;
  },
};

/** Packs one package and checks what a user of the registry would see. */
function pack([name, folder]) {
  const args = ['pack', '--json', '--pack-destination', work];
  const output = run('npm', args, { cwd: folder, env: { ...process.env, npm_config_workspace: '' } });
  const [packed] = Object.values(JSON.parse(output.slice(output.search(/^[[{]/m))));
  const file = join(work, packed.filename);
  tarballs[name] = { file };
  const content = join(work, 'content', name);
  mkdirSync(content, { recursive: true });
  run('tar', ['-xzf', file, '-C', content, '--strip-components=1']);

  const manifest = readJson(join(content, 'package.json'));
  assert.deepEqual([manifest.name, manifest.version], [name, version]);
  assert.equal(manifest.repository.url, REPOSITORY);
  assert.equal(manifest.repository.directory ?? '.', folder);
  for (const field of ['description', 'license', 'homepage', 'bugs', 'keywords'])
    assert(manifest[field], field);
  const required = ['LICENSE', 'README.md', ...(name === 'lading' ? SERVED : [])];
  for (const one of required) assert(existsSync(join(content, one)), one);

  const files = readdirSync(content, { recursive: true, encoding: 'utf8' });
  for (const map of files.filter((one) => one.endsWith('.js.map'))) {
    const { sources, sourcesContent } = readJson(join(content, map));
    assert.equal(sourcesContent?.length, sources.length, `${name}: ${map} lacks its sources`);
  }
  for (const target of listRelativeLinks(join(content, 'README.md'))) {
    assert(existsSync(posix.join(folder, target)), `${name}: README.md links to ${target}`);
  }
  return `${packed.filename} ${(packed.size / 1e6).toFixed(1)} MB, ${packed.files.length} files`;
}

/** npm and GitHub resolve these against the package's folder in the repository. */
function listRelativeLinks(readme) {
  const text = readFileSync(readme, 'utf8').replace(/^```[^]*?^```$/gm, '');
  return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)|src="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** Installs the three tarballs into an empty folder and calls each as its README says. */
function useInstalled() {
  const project = join(work, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const files = Object.values(tarballs).map(({ file }) => file);
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', ...files], {
    cwd: project,
  });
  const bin = (name, ...args) => run(join(project, 'node_modules/.bin', name), args, { cwd: project }).trim();
  assert.equal(bin('lading', '--version'), version);
  assert.equal(bin('lading-server', '--version'), version);
  assert.match(bin('lading-server', '--help'), /^Usage: lading-server/);
  const sdk =
    "import { Lading } from '@lading/sdk'; console.log(typeof new Lading({ apiKey: 'k' }).quotes.create)";
  assert.equal(
    run(process.execPath, ['--input-type=module', '-e', sdk], { cwd: project }).trim(),
    'function',
  );
  return `lading ${version}, lading-server ${version}, SDK imported`;
}

let failed = false;
try {
  for (const [name, step] of Object.entries(STEPS)) {
    try {
      console.log(`${name}: ok, ${step()}`);
    } catch (error) {
      if (error instanceof NotInstalled) console.log(`${name}: skipped, ${error.message}`);
      else {
        failed = true;
        console.log(`${name}: FAILED\n${error.stderr ?? ''}${error.message}`);
      }
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
