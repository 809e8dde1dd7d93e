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

/** How many papers came to nothing because Chromium hangs, as the alert LadingPdfFails sees it. */
async function countHungRenders(): Promise<number | undefined> {
  const { values } = await pdfSeconds.get();
  return values.find(({ metricName, labels }) => metricName?.endsWith('_count') && labels.outcome === 'hung')
    ?.value;
}

/** The process is the browser's own affair; only these tests have to reach it. */
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

/** An executable that is there and never says a word. */
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
  it('is counted before it ever did: a rise from nothing is seen', async () => {
    browser = new ChromiumPrinter({});
    expect(await countHungRenders()).toEqual(expect.any(Number));
  });

  it('while it prints is told of once and replaced; what it had is 503 and counted', async () => {
    browser = new ChromiumPrinter({ chromiumPath: process.env.CHROMIUM_PATH });
    await browser.printPdf('<p>one</p>');
    const before = (await countHungRenders())!;
    const first = await chromiumPid();
    process.kill(first, 'SIGSTOP');
    const papers = [1, 2].map((owner) => browser.printPdf('<p>two</p>', { owner: `${owner}` }));
    for (const paper of papers) await expect(paper).rejects.toMatchObject(UNAVAILABLE);
    expect(await countHungRenders()).toBe(before + 2);
    expect(warnings).toEqual([expect.stringMatching(/Chromium hangs and is restarted/)]);
    await browser.printPdf('<p>three</p>');
    expect(await chromiumPid()).not.toBe(first);
    expect(() => process.kill(first, 0)).toThrow('ESRCH');
  });

  it('with a page alone costs that page, and nobody else anything', async () => {
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

  it('at its start is no long line, for those that wait in it neither', async () => {
    browser = new ChromiumPrinter({ ...createSilentBrowser(), deadlineMs: 25_000 });
    const before = (await countHungRenders())!;
    const papers = Array.from({ length: 5 }, (_, owner) =>
      browser.printPdf('<p>one</p>', { owner: `${owner}` }),
    );
    for (const paper of papers) await expect(paper).rejects.toMatchObject(UNAVAILABLE);
    expect(await countHungRenders()).toBe(before + 5);
    expect(warnings).toEqual([expect.stringMatching(/Chromium hangs and is restarted/)]);
  });

  it('at its start holds nobody who ends the service, and is gone with it', async () => {
    browser = new ChromiumPrinter(createSilentBrowser());
    const paper = browser.printPdf('<p>one</p>').catch((error: unknown) => error);
    await eventually(runs);
    await browser.onApplicationShutdown();
    expect(runs()).toBe(false);
    expect(await paper).toBeInstanceOf(Error);
  });
});
