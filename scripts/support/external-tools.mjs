/**
 * Tools of other ecosystems, each pinned to a version and cached outside the project. The project's lock file stays
 * small, and a machine installs each tool once.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Used by the checks of the chart and of a release. */
export const HELM = 'helm.sh/helm/v3/cmd/helm@v3.22.0';

const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lading');

/** Reports a missing requirement of a tool, for which a check is skipped and does not fail. */
export class NotInstalled extends Error {}

/** Returns the binary of a Go module, given as `path@version` for `go install`. */
export function goTool(module) {
  need('go', 'version');
  const folder = folderOf('go', module);
  const name = module.split('@')[0].split('/').pop();
  once(folder, () => install('go', ['install', module], { env: { ...process.env, GOBIN: folder } }));
  return join(folder, name);
}

/** Returns the folder of a project with these npm packages (`name@version`), installed without their scripts. */
export function npmTool(packages, overrides = {}) {
  const folder = folderOf('npm', JSON.stringify([packages, overrides]));
  once(folder, () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', overrides }));
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', '--loglevel=error'];
    install('npm', ['install', ...flags, ...packages], { cwd: folder });
  });
  return folder;
}

/** Returns the `bin` folder of a virtual environment with these Python packages (`name==version`). */
export function pythonTool(packages) {
  const python = need('python3', '-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))');
  const folder = folderOf('python', packages.join(' '));
  once(folder, () => {
    install(python, ['-m', 'venv', folder]);
    install(join(folder, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages]);
  });
  return join(folder, 'bin');
}

/** Returns the jar of a Maven artifact, given as `group:name:version`. */
export function mavenTool(artifact) {
  need('java', '-version');
  need('mvn', '-v');
  const folder = folderOf('maven', artifact);
  const [, name, version] = artifact.split(':');
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  once(folder, () =>
    install('mvn', ['-q', '-B', copy, `-Dartifact=${artifact}:jar`, `-DoutputDirectory=${folder}`], {
      cwd: folder,
    }),
  );
  return join(folder, `${name}-${version}.jar`);
}

/**
 * Returns a program of a Debian package that is unpacked but not installed, so that none of its services start. @param
 * path inside the package
 */
export function debianTool(name, path) {
  need('apt-get', '--version');
  need('dpkg-deb', '--version');
  const folder = folderOf('debian', name);
  once(folder, () => {
    const download = () => install('apt-get', ['download', name], { cwd: folder });
    try {
      download();
    } catch {
      // A new machine has no package lists yet.
      install('apt-get', ['update', '-qq']);
      download();
    }
    const [file] = readdirSync(folder).filter((entry) => entry.endsWith('.deb'));
    install('dpkg-deb', ['-x', file, '.'], { cwd: folder });
    rmSync(join(folder, file));
  });
  return join(folder, path);
}

/** Returns the command if it is installed and runs. */
export function need(command, ...probe) {
  try {
    execFileSync(command, probe, { stdio: 'ignore' });
    return command;
  } catch {
    throw new NotInstalled(`no ${command} here`);
  }
}

/** Returns a cache folder for files of the tools themselves: build caches, downloaded modules. */
export function cacheFolder(name) {
  const folder = join(CACHE, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Returns an environment in which programs of `folder` come first. */
export function withPath(folder, env = process.env) {
  return { ...env, PATH: folder + delimiter + env.PATH };
}

function folderOf(kind, what) {
  const mark = createHash('sha256').update(what).digest('hex').slice(0, 12);
  return join(CACHE, 'tools', `${kind}-${mark}`);
}

/** Repeats an interrupted installation. */
function once(folder, installInto) {
  const done = join(folder, '.installed');
  if (existsSync(done)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  installInto();
  writeFileSync(done, '');
}

/** Retries, because a registry that does not respond is not a failure of the project. */
function install(command, args, options = {}) {
  try {
    execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], ...options });
  } catch (error) {
    const lines = `${error.stderr ?? ''}`.trim().split('\n').slice(-5).join('\n');
    throw new NotInstalled(`${command} ${args.at(-1)} could not be installed: ${lines}`);
  }
}
