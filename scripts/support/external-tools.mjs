/**
 * Tools of other ecosystems, each pinned to a version and kept in a cache outside the project: our own lock stays small,
 * and a machine installs them once.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lading');

/** What a tool needs is not on this machine: a reason to skip, not to fail. */
export class NotHere extends Error {}

/** The binary of a Go module, as `go install` takes it: `path@version`. */
export function goTool(module) {
  need('go', 'version');
  const folder = folderOf('go', module);
  const name = module.split('@')[0].split('/').pop();
  once(folder, () => install('go', ['install', module], { env: { ...process.env, GOBIN: folder } }));
  return join(folder, name);
}

/** The folder of a project of its own with these npm packages (`name@version`); none of their scripts run. */
export function npmTool(packages, overrides = {}) {
  const folder = folderOf('npm', JSON.stringify([packages, overrides]));
  once(folder, () => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', overrides }));
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', '--loglevel=error'];
    install('npm', ['install', ...flags, ...packages], { cwd: folder });
  });
  return folder;
}

/** The `bin` folder of a virtual environment with these Python packages (`name==version`). */
export function pythonTool(packages) {
  const python = need('python3', '-c', 'import sys, venv; sys.exit(sys.version_info < (3, 10))');
  const folder = folderOf('python', packages.join(' '));
  once(folder, () => {
    install(python, ['-m', 'venv', folder]);
    install(join(folder, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages]);
  });
  return join(folder, 'bin');
}

/** The jar of a Maven artifact, as `group:name:version`. */
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

/** A program out of a Debian package, which is unpacked and not installed: no service of it starts. @param path inside the package */
export function debianTool(name, path) {
  need('apt-get', '--version');
  need('dpkg-deb', '--version');
  const folder = folderOf('debian', name);
  once(folder, () => {
    const download = () => install('apt-get', ['download', name], { cwd: folder });
    try {
      download();
    } catch {
      // A fresh machine has no lists of packages yet.
      install('apt-get', ['update', '-qq']);
      download();
    }
    const [file] = readdirSync(folder).filter((entry) => entry.endsWith('.deb'));
    install('dpkg-deb', ['-x', file, '.'], { cwd: folder });
    rmSync(join(folder, file));
  });
  return join(folder, path);
}

/** The command, when it is here and runs. */
export function need(command, ...probe) {
  try {
    execFileSync(command, probe, { stdio: 'ignore' });
    return command;
  } catch {
    throw new NotHere(`no ${command} here`);
  }
}

/** A cache folder for what the tools themselves keep: build caches, downloaded modules. */
export function cacheFolder(name) {
  const folder = join(CACHE, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** An environment in which programs of `folder` are found first. */
export function withPath(folder, env = process.env) {
  return { ...env, PATH: folder + delimiter + env.PATH };
}

function folderOf(kind, what) {
  const mark = createHash('sha256').update(what).digest('hex').slice(0, 12);
  return join(CACHE, 'tools', `${kind}-${mark}`);
}

/** An install that was cut short is done anew. */
function once(folder, installInto) {
  const done = join(folder, '.installed');
  if (existsSync(done)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  installInto();
  writeFileSync(done, '');
}

/** A registry that doesn't answer is no fault of the project's. */
function install(command, args, options = {}) {
  try {
    execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], ...options });
  } catch (error) {
    const lines = `${error.stderr ?? ''}`.trim().split('\n').slice(-5).join('\n');
    throw new NotHere(`${command} ${args.at(-1)} could not be installed: ${lines}`);
  }
}
