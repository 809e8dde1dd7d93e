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

/** Where a Chromium usually is, by platform. */
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
  // Behind the pages' request interception, which sees neither preconnect nor prefetch: no address resolves.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--no-proxy-server',
];

/** Who prints waits anyway: all else on the machine has the processors first. Where there is no `nice` it starts without. */
const NICE_PATH = ['/usr/bin/nice', '/bin/nice'].find((path) => existsSync(path));
const NICE_LEVEL = '10';

const START_TIMEOUT_MS = 10_000;
/** Asked for its cookies, of which it has none, it answers at once, however large what it prints is. */
const ANSWER_TIMEOUT_MS = 4_000;

const logger = new Logger('Chromium');

/** A Chromium that runs. */
export interface Chromium {
  browser: Browser;
  executablePath: string;
  /** Ends it with all its processes and removes what it wrote. It has nothing to save and may hang: it is killed. */
  stop(): Promise<void>;
}

interface ChromiumCandidate {
  executablePath: string;
  env?: Record<string, string>;
  ended: AbortSignal | undefined;
}

/** No Chromium is on this machine, and the npm package has none for it. */
export class ChromiumMissingError extends Error {
  constructor() {
    super(
      'there is no Chromium to print documents with: install Chromium, Chrome or Edge, or set CHROMIUM_PATH',
    );
  }
}

/** Whether there is a Chromium to try. */
export async function hasChromium(chromiumPath?: string): Promise<boolean> {
  return (
    Boolean(chromiumPath) || findInstalled().length > 0 || hasBundled() || Boolean(await findDownloaded())
  );
}

/** Whether it says a word; one that is gone needs to say none. */
export function isResponsive({ browser }: Chromium): Promise<boolean> {
  const asked = () =>
    browser.cookies().then(
      () => true,
      () => true,
    );
  return withDeadline(ANSWER_TIMEOUT_MS, asked, () => false);
}

/** Of one that says none. */
export function buildHungError(): PrinterHungError {
  return new PrinterHungError('it answers nothing');
}

/**
 * Starts the configured Chromium; without one a system Chromium, the one in the npm package, or puppeteer's download.
 * @param ended ends it, also while it starts
 * @throws ChromiumMissingError, PrinterHungError, or what keeps it from starting
 */
export async function launchChromium(chromiumPath?: string, ended?: AbortSignal): Promise<Chromium> {
  if (chromiumPath) return start({ executablePath: chromiumPath, ended });
  for (const executablePath of findInstalled()) {
    try {
      return await start({ executablePath, ended });
    } catch (error) {
      if (ended?.aborted) throw error;
      logger.warn(`Trying the next Chromium: ${String(error)}`);
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

/** The npm package has it for this platform alone. */
function hasBundled(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** Where puppeteer's install script has put a Chromium (.puppeteerrc.cjs says on which platforms). */
async function findDownloaded(): Promise<string | undefined> {
  const puppeteer = await loadPuppeteer();
  const path = await puppeteer.executablePath({ headless: 'shell' }).catch(() => undefined);
  return path && existsSync(path) ? path : undefined;
}

/** First with the machine's own libraries: those of the package need a glibc of 2.34. */
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

/** As root there is no sandbox; elsewhere it is given up only if Chromium starts without it and not with it. */
async function start(candidate: ChromiumCandidate): Promise<Chromium> {
  if (process.getuid?.() === 0) return launch(candidate, ['--no-sandbox']);
  try {
    return await launch(candidate, []);
  } catch (error) {
    if (error instanceof PrinterHungError) throw error;
    const chromium = await launch(candidate, ['--no-sandbox']);
    logger.warn('Chromium cannot build its sandbox on this machine and runs with --no-sandbox');
    return chromium;
  }
}

/** Not before something is printed: a process that prints nothing has no use for it. */
async function loadPuppeteer(): Promise<PuppeteerNode> {
  return (await import('puppeteer')).default;
}

/** Everything Chromium writes goes to one folder. */
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
    // What can't is left to puppeteer, which says why.
    const canRun = await access(executablePath, constants.X_OK).then(
      () => true,
      () => false,
    );
    const options = {
      // `nice` becomes the browser, by the same process id, before it starts what starts its renderers: they inherit it.
      ...(NICE_PATH && canRun
        ? { executablePath: NICE_PATH, args: ['-n', NICE_LEVEL, executablePath, ...all] }
        : { executablePath, args: all }),
      ignoreDefaultArgs: true,
      headless: 'shell' as const,
      pipe: true, // no debugging port for others on this machine
      // Not the service's own environment: a browser has no business with its secrets.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, TMPDIR: home, ...env },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: START_TIMEOUT_MS,
    };
    // Puppeteer's own time-out begins once it answers. Both signals kill it.
    const browser = await withDeadline(
      START_TIMEOUT_MS,
      (late) => puppeteer.launch({ ...options, signal: ended ? AbortSignal.any([late, ended]) : late }),
      () => {
        throw new PrinterHungError(`${executablePath} does not start: no answer in ${START_TIMEOUT_MS} ms`);
      },
    );
    // Some Linuxes weigh sessions against each other, not their processes; puppeteer gave the browser one of its own.
    await writeFile(`/proc/${browser.process()?.pid}/autogroup`, NICE_LEVEL).catch(() => undefined);
    return { browser, executablePath, stop: createStop(browser, clean) };
  } catch (error) {
    await clean();
    if (error instanceof PrinterHungError) throw error;
    throw new Error(`${executablePath} does not start: ${String(error)}`, { cause: error });
  }
}

/** Runs by itself when the browser crashes or loses its connection. */
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

/** Puppeteer gives the browser a process group of its own, in which its renderers are too. */
function killGroup(leader: number | undefined): void {
  if (!leader) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
