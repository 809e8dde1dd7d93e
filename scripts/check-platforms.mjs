/** Fails if a package with one build per platform has none for a platform that the README promises. */
import { readFileSync } from 'node:fs';

/** Windows runs Linux builds in WSL2. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'];
/** Packages for one platform only, each with the replacement on the others. */
const ONE_PLATFORM = {
  '@sparticuz/chromium': 'an installed Chromium, or the one that puppeteer downloads',
  fsevents: 'inotify, to watch files while the dashboard is worked on',
};
/** The install script of `node` fetches `node-…` packages, which exist for every platform, including Windows. */
const NODE_VERSIONS = ['22.23.2', '26.10.0'];

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const families = new Map();
for (const [path, { os, cpu, libc, version }] of Object.entries(packages)) {
  if (!os?.length && !cpu?.length) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (name in ONE_PLATFORM) continue;
  // Packages of one family differ only in the platform of their name. Those for musl exist next to those for glibc.
  const family = `${name.replace(/-?(android|darwin|freebsd|linux|openharmony|win32|windows|sunos|aix|netbsd|openbsd|wasm32).*$/, '')} ${version}`;
  const builds = families.get(family) ?? families.set(family, new Set()).get(family);
  if (libc?.includes('musl')) continue;
  for (const system of os ?? ['']) for (const processor of cpu ?? ['']) builds.add(`${system}-${processor}`);
}

const complaints = [...families].flatMap(([family, builds]) =>
  PLATFORMS.filter((platform) => !builds.has(platform)).map(
    (platform) => `${family} has no build for ${platform}`,
  ),
);
const node = packages['node_modules/node']?.version;
if (!NODE_VERSIONS.includes(node))
  complaints.push(`node ${node} is not known to have a build for every platform`);
for (const name of Object.keys(ONE_PLATFORM))
  if (!packages[`node_modules/${name}`]) complaints.push(`${name} is excepted and not installed`);

for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
process.stdout.write(
  `${families.size} families of builds, ${PLATFORMS.length} platforms, ${complaints.length} missing\n`,
);
process.exit(complaints.length > 0 ? 1 : 0);
