import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, type LoggerService } from '@nestjs/common';
import { ChromiumPrinter, ChromiumPrinterSettings } from '../../src/platform/pdf/chromium-printer.js';
import type { Chromium } from '../../src/platform/pdf/chromium.js';
import { pdfSeconds } from '../../src/platform/metrics.js';
import { eventually } from '../support/eventually.js';

const UNAVAILABLE = {
  code: 'service_unavailable',
  details: { headers: { 'Retry-After': expect.any(String) }, transient: true },
};

let folder: string;
let browser: ChromiumPrinter;
let warnings: string[];

/** Returns the number of PDFs that failed because Chromium hangs, from the metric of the alert LadingPdfFails. */
async function countHungRenders(): Promise<number | undefined> {
  const { values } = await pdfSeconds.get();
  return values.find(({ metricName, labels }) => metricName?.endsWith('_count') && labels.outcome === 'hung')
    ?.value;
}

/** Reads the process id from a private field, because only these tests need it. */
async function chromiumPid(): Promise<number> {
  const { running } = browser as unknown as { running: Promise<{ chromium: Chromium }> };
  return (await running).chromium.browser.process()!.pid!;
}

function listRendererPids(chromium: number): number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,pgid=,args='], { encoding: 'utf8' });
  return all
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, group, ...args]) => group === `${chromium}` && args.includes('--type=renderer'))
    .map(([pid]) => Number(pid));
}

/** Creates an executable that starts and never responds. */
function createSilentBrowser(): ChromiumPrinterSettings {
  const chromiumPath = join(folder, 'chromium');
  writeFileSync(chromiumPath, `#!/bin/sh\nwhile :; do sleep 1; done # ${folder}\n`);
  chmodSync(chromiumPath, 0o755);
  return { chromiumPath };
}

function runs(): boolean {
  return execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).includes(join(folder, 'chromium'));
}

beforeAll(async () => {
  const warm = new ChromiumPrinter({ chromiumPath: process.env.CHROMIUM_PATH });
  await warm.printPdf('<p>Chromium may have to be unpacked first</p>');
  await warm.onApplicationShutdown();
}, 60_000);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-hung-'));
  warnings = [];
  const heard: LoggerService = {
    log: () => undefined,
    warn: (message: string) => void warnings.push(message),
    error: (message: string) => void warnings.push(message),
  };
  Logger.overrideLogger(heard);
});

afterEach(async () => {
  Logger.overrideLogger(false);
  await browser?.onApplicationShutdown();
  rmSync(folder, { recursive: true });
});

describe('a Chromium that hangs', () => {
  it('has a counter that starts at 0, so that an alert sees the first increase', async () => {
    browser = new ChromiumPrinter({});
    expect(await countHungRenders()).toEqual(expect.any(Number));
  });

  it('while printing is logged once and replaced, and its requests get a counted 503', async () => {
    browser = new ChromiumPrinter({ chromiumPath: process.env.CHROMIUM_PATH });
    await browser.printPdf('<p>one</p>');
    const before = (await countHungRenders())!;
    const first = await chromiumPid();
    process.kill(first, 'SIGSTOP');
    const papers = [1, 2].map((owner) => browser.printPdf('<p>two</p>', { owner: `${owner}` }));
    for (const paper of papers) await expect(paper).rejects.toMatchObject(UNAVAILABLE);
    expect(await countHungRenders()).toBe(before + 2);
    expect(warnings).toEqual([expect.stringMatching(/Chromium stopped responding and is restarting/)]);
    await browser.printPdf('<p>three</p>');
    expect(await chromiumPid()).not.toBe(first);
    expect(() => process.kill(first, 0)).toThrow('ESRCH');
  });

  it('in one page costs only the request of that page', async () => {
    browser = new ChromiumPrinter({ chromiumPath: process.env.CHROMIUM_PATH });
    await browser.printPdf('<p>one</p>');
    const first = await chromiumPid();
    const before = (await countHungRenders())!;
    for (const renderer of listRendererPids(first)) process.kill(renderer, 'SIGSTOP');
    await expect(browser.printPdf('<p>two</p>')).rejects.toMatchObject({ code: 'pdf_busy' });
    expect(await countHungRenders()).toBe(before);
    await browser.printPdf('<p>three</p>');
    expect(await chromiumPid()).toBe(first);
    expect(warnings).toEqual([]);
  });

  it('during its start fails waiting requests well before the deadline', async () => {
    browser = new ChromiumPrinter({ ...createSilentBrowser(), deadlineMs: 25_000 });
    const before = (await countHungRenders())!;
    const papers = Array.from({ length: 5 }, (_, owner) =>
      browser.printPdf('<p>one</p>', { owner: `${owner}` }),
    );
    for (const paper of papers) await expect(paper).rejects.toMatchObject(UNAVAILABLE);
    expect(await countHungRenders()).toBe(before + 5);
    expect(warnings).toEqual([expect.stringMatching(/Chromium stopped responding and is restarting/)]);
  });

  it('during its start does not delay shutdown and is killed', async () => {
    browser = new ChromiumPrinter(createSilentBrowser());
    const paper = browser.printPdf('<p>one</p>').catch((error: unknown) => error);
    await eventually(runs);
    await browser.onApplicationShutdown();
    expect(runs()).toBe(false);
    expect(await paper).toBeInstanceOf(Error);
  });
});
