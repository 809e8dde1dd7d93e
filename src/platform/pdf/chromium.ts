import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, constants, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, PuppeteerNode } from 'puppeteer';
import { withDeadline } from '../async/with-deadline.js';
import { resolveBundledChromium } from './bundled-chromium.js';
import { PrinterHungError } from './printer.js';

const SYSTEM_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
};

const ARGS = [
  '--disable-gpu',
  '--in-process-gpu',
  '--font-render-hinting=none',
  // Request interception does not see preconnect and prefetch, so no host name may resolve.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--no-proxy-server',
];

/** Gives other processes priority over printing. */
const NICE_PATH = ['/usr/bin/nice', '/bin/nice'].find((path) => existsSync(path));
const NICE_LEVEL = '10';
/** As root Chromium raises its own priority again, unless it runs without the capability to do so. */
const SETPRIV_PATH =
  process.getuid?.() === 0 ? ['/usr/bin/setpriv'].find((path) => existsSync(path)) : undefined;

const START_TIMEOUT_MS = 10_000;
/** Chromium responds to a request for its cookies at once, even while it prints a large page. */
const ANSWER_TIMEOUT_MS = 4_000;

const logger = new Logger('Chromium');

export interface Chromium {
  browser: Browser;
  executablePath: string;
  /** Kills all its processes, which may hang, and removes its files. */
  stop(): Promise<void>;
}

interface ChromiumCandidate {
  executablePath: string;
  env?: Record<string, string>;
  ended: AbortSignal | undefined;
}

export class ChromiumMissingError extends Error {
  constructor() {
    super('No Chromium found for printing PDFs. Install Chromium, Chrome or Edge, or set CHROMIUM_PATH.');
  }
}

export async function hasChromium(chromiumPath?: string): Promise<boolean> {
  return (
    Boolean(chromiumPath) || findInstalled().length > 0 || hasBundled() || Boolean(await findDownloaded())
  );
}

/** Returns false if Chromium hangs. Returns true if it has ended. */
export function isResponsive({ browser }: Chromium): Promise<boolean> {
  const ping = () =>
    browser.cookies().then(
      () => true,
      () => true,
    );
  return withDeadline(ANSWER_TIMEOUT_MS, ping, () => false);
}

export function buildHungError(): PrinterHungError {
  return new PrinterHungError('it does not respond');
}

/**
 * Starts the configured Chromium, else a system Chromium, the one of the npm package, or puppeteer's download.
 * @param ended stops it, also during the start
 * @throws ChromiumMissingError, PrinterHungError, Error
 */
export async function launchChromium(chromiumPath?: string, ended?: AbortSignal): Promise<Chromium> {
  if (chromiumPath) return start({ executablePath: chromiumPath, ended });
  for (const executablePath of findInstalled()) {
    try {
      return await start({ executablePath, ended });
    } catch (error) {
      if (ended?.aborted) throw error;
      logger.warn(`This browser did not start, trying the next one: ${String(error)}`);
    }
  }
  if (hasBundled()) return startBundled(ended);
  const executablePath = await findDownloaded();
  if (!executablePath) throw new ChromiumMissingError();
  return start({ executablePath, ended });
}

function findInstalled(): string[] {
  return (SYSTEM_PATHS[process.platform] ?? []).filter((path) => existsSync(path));
}

/** The npm package supports only this platform. */
function hasBundled(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** Finds the download of puppeteer's install script (.puppeteerrc.cjs lists the platforms). */
async function findDownloaded(): Promise<string | undefined> {
  const puppeteer = await loadPuppeteer();
  const path = await puppeteer.executablePath({ headless: 'shell' }).catch(() => undefined);
  return path && existsSync(path) ? path : undefined;
}

/** Tries the system libraries first, because those of the package need glibc 2.34. */
async function startBundled(ended: AbortSignal | undefined): Promise<Chromium> {
  const { executablePath, fontsConf, libraries } = await resolveBundledChromium();
  const env = { FONTCONFIG_FILE: fontsConf };
  try {
    return await start({ executablePath, env, ended });
  } catch (error) {
    if (error instanceof PrinterHungError) throw error;
    return start({ executablePath, env: { ...env, LD_LIBRARY_PATH: libraries }, ended });
  }
}

/** Chromium has no sandbox as root. Other users lose it only if Chromium does not start with it. */
async function start(candidate: ChromiumCandidate): Promise<Chromium> {
  if (process.getuid?.() === 0) return launch(candidate, ['--no-sandbox']);
  try {
    return await launch(candidate, []);
  } catch (error) {
    if (error instanceof PrinterHungError) throw error;
    const chromium = await launch(candidate, ['--no-sandbox']);
    logger.warn('Chromium cannot create its sandbox on this machine and runs with --no-sandbox');
    return chromium;
  }
}

/** Loaded on first use, because most processes never print. */
async function loadPuppeteer(): Promise<PuppeteerNode> {
  return (await import('puppeteer')).default;
}

function runNice(nicePath: string, command: string[]): { executablePath: string; args: string[] } {
  const args = ['-n', NICE_LEVEL, ...command];
  if (SETPRIV_PATH === undefined) return { executablePath: nicePath, args };
  return { executablePath: SETPRIV_PATH, args: ['--bounding-set', '-sys_nice', nicePath, ...args] };
}

async function launch({ executablePath, env, ended }: ChromiumCandidate, args: string[]): Promise<Chromium> {
  const home = await mkdtemp(join(tmpdir(), 'lading-chromium-run-'));
  const clean = () => rm(home, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  try {
    const puppeteer = await loadPuppeteer();
    const all = await puppeteer.defaultArgs({
      headless: 'shell',
      userDataDir: join(home, 'profile'),
      args: [...ARGS, ...args],
    });
    // Puppeteer reports why a file cannot be executed.
    const canRun = await access(executablePath, constants.X_OK).then(
      () => true,
      () => false,
    );
    const options = {
      // Each program replaces itself by the next, so the process id stays and the renderers inherit the priority.
      ...(NICE_PATH && canRun ? runNice(NICE_PATH, [executablePath, ...all]) : { executablePath, args: all }),
      ignoreDefaultArgs: true,
      headless: 'shell' as const,
      pipe: true, // no debugging port that other users could reach
      // Not the environment of the service, which has secrets.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, TMPDIR: home, ...env },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: START_TIMEOUT_MS,
    };
    // Puppeteer's own timeout starts only when Chromium responds.
    const browser = await withDeadline(
      START_TIMEOUT_MS,
      (late) => puppeteer.launch({ ...options, signal: ended ? AbortSignal.any([late, ended]) : late }),
      () => {
        throw new PrinterHungError(`${executablePath} did not start within ${START_TIMEOUT_MS} ms`);
      },
    );
    // With autogroup scheduling, Linux applies the nice level to the session instead of the process.
    await writeFile(`/proc/${browser.process()?.pid}/autogroup`, NICE_LEVEL).catch(() => undefined);
    return { browser, executablePath, stop: createStop(browser, clean) };
  } catch (error) {
    await clean();
    if (error instanceof PrinterHungError) throw error;
    throw new Error(`${executablePath} did not start: ${String(error)}`, { cause: error });
  }
}

/** The returned function also runs when the browser crashes or disconnects. */
function createStop(browser: Browser, clean: () => Promise<void>): () => Promise<void> {
  const child = browser.process();
  if (!child) return () => browser.close();
  const ended = once(child, 'exit').then(() => {
    killGroup(child.pid);
    return clean();
  });
  const stop = () => {
    killGroup(child.pid);
    return ended;
  };
  browser.once('disconnected', () => void stop());
  return stop;
}

/** Puppeteer starts the browser and its renderers in one process group. */
function killGroup(leader: number | undefined): void {
  if (!leader) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}
