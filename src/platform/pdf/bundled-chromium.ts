import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const PACKAGE = createRequire(import.meta.url).resolve('@sparticuz/chromium');

/** The package unpacks into TMPDIR. The AWS Lambda variable makes it include the NSS libraries. */
const UNPACK_SCRIPT =
  'const { default: chromium } = await import(process.argv[1]); await chromium.executablePath();';
const LAMBDA_ENV = 'AWS_Lambda_nodejs24.x';

/** Relative paths and a cache in the browser's HOME work in any unpack folder. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir prefix="relative">.</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

const run = promisify(execFile);

export interface BundledChromium {
  executablePath: string;
  /** Provides a fallback font: Chromium aborts on a machine without fonts. */
  fontsConf: string;
  /** NSS and other libraries that slim images lack. */
  libraries: string;
}

/** Unpacks the Chromium of the npm package once per version and user, in about two seconds. */
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

/** Returns whether the folder is complete and no other user can write to it. */
async function isTrusted(directory: string): Promise<boolean> {
  const stats = await lstat(directory).catch(() => null);
  if (!stats?.isDirectory() || (stats.mode & 0o022) !== 0) return false;
  if (process.getuid && stats.uid !== process.getuid()) return false;
  return ['chromium', 'fonts/fonts.conf', 'al2023/lib'].every((name) => existsSync(join(directory, name)));
}

/** Unpacks next to the shared folder and renames it, so that no process sees an incomplete folder. */
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

/** Uses the folder of a process that was faster. Replaces a folder that a cleanup of old files left incomplete. */
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
