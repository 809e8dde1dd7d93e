import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freightRequest, rateRequest } from '../../support/factories.ts';
import { findFreePort } from '../../support/free-port.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { ROOT, type FaultCluster } from '../fault-cluster.ts';
import { runUnderLoad, type Fault, type FaultOutcome } from '../fault.ts';

const { resolveBundledChromium } = (await import(
  pathToFileURL(join(ROOT, 'dist/src/platform/pdf/bundled-chromium.js')).href
)) as typeof import('../../../src/platform/pdf/bundled-chromium.js');

/** Longer than the longest print and the following one. */
const TIMEOUT_MS = 60_000;

async function createDraft(lab: FaultCluster): Promise<string> {
  const quotes = (await lab.call('POST', 'quotes', rateRequest())).body as { data: { id: number }[] };
  const { id } = (await lab.call('POST', 'freight', freightRequest(quotes.data[0]!.id))).body as {
    id: number;
  };
  return `freight/${id}/bol/pdf`;
}

/** Returns the status of a PDF request. */
const fetchPdfStatus = (lab: FaultCluster, path: string): Promise<number> => lab.getStatus(path, TIMEOUT_MS);

/**
 * Prints with a broken browser and after its repair: the first request is rejected in time, the second returns a PDF.
 */
async function runWithBrokenBrowser(
  lab: FaultCluster,
  path: string,
  harm: () => unknown,
  mend: () => unknown,
  refusals: number[],
): Promise<FaultOutcome> {
  const statuses: number[] = [];
  const outcome = await runUnderLoad(lab, async (injected) => {
    injected();
    await harm();
    statuses.push(await fetchPdfStatus(lab, path));
    await mend();
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(500)) {
      statuses.push(await fetchPdfStatus(lab, path));
      if (statuses.at(-1) === 200) break;
    }
  });
  const well = refusals.includes(statuses[0]!) && statuses.at(-1) === 200;
  const complaint = well ? '' : `papers were answered with ${statuses.join(', ')}`;
  return { ...outcome, failure: [outcome.failure, complaint].filter(Boolean).join(', ') };
}

export const PDF_FAULTS: Fault[] = [
  {
    name: 'Chromium hangs (SIGSTOP)',
    mustBeDetected: true,
    async run(lab) {
      const path = await createDraft(lab);
      await fetchPdfStatus(lab, path);
      // The request either succeeds with a new browser or is rejected for now.
      return runWithBrokenBrowser(
        lab,
        path,
        () => stopProcessTree(lab),
        () => undefined,
        [200, 503],
      );
    },
  },
  {
    name: 'Chromium is missing for a while',
    mustBeDetected: true,
    async run(lab) {
      const folder = mkdtempSync(join(tmpdir(), 'lading-chromium-'));
      const file = join(folder, 'chromium');
      // Uses the Chromium of the npm package, as the service does on a slim machine.
      const { executablePath, fontsConf, libraries } = await resolveBundledChromium();
      const script = `#!/bin/sh\nFONTCONFIG_FILE=${fontsConf} LD_LIBRARY_PATH=${libraries} exec ${executablePath} "$@"\n`;
      const install = (): void => writeFileSync(file, script, { mode: 0o755 });
      install();
      await lab.restart({ CHROMIUM_PATH: file });
      const path = await createDraft(lab);
      const outcome = await runWithBrokenBrowser(lab, path, () => unlinkSync(file), install, [500]);
      await lab.restart();
      rmSync(folder, { recursive: true, force: true });
      return outcome;
    },
  },
  {
    name: 'the render process is killed and restarted',
    mustBeDetected: true,
    run: (lab) =>
      runWithRenderServer(
        lab,
        (render) => render.kill(),
        ({ url }) =>
          lab.start('render', { RENDER_SECRET: 'a-secret-of-the-faults-alone', PORT: new URL(url).port }),
      ),
  },
  {
    name: 'the render process hangs (SIGSTOP)',
    mustBeDetected: true,
    run: (lab) =>
      runWithRenderServer(
        lab,
        (render) => render.process.kill('SIGSTOP'),
        (render) => render.process.kill('SIGCONT'),
      ),
  },
];

/** Runs a fault of a render process that prints for the API process and the worker. */
async function runWithRenderServer(
  lab: FaultCluster,
  harm: (render: ServiceProcess) => unknown,
  mend: (render: ServiceProcess) => unknown,
): Promise<FaultOutcome> {
  const secret = { RENDER_SECRET: 'a-secret-of-the-faults-alone' };
  // The port is fixed in advance, because a restart ends all processes.
  const port = String(await findFreePort());
  await lab.restart({ ...secret, RENDER_URL: `http://127.0.0.1:${port}` });
  const render = await lab.start('render', { ...secret, PORT: port });
  try {
    const path = await createDraft(lab);
    await fetchPdfStatus(lab, path);
    return await runWithBrokenBrowser(
      lab,
      path,
      () => harm(render),
      () => mend(render),
      [503],
    );
  } finally {
    await lab.killForGood('render');
    await lab.restart();
  }
}

/** Stops all descendants of the API process. */
function stopProcessTree(lab: FaultCluster): void {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) parents.set(Number(name), getParentPid(name));
  const under = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === lab.service('api').process.pid || under(parent));
  };
  for (const pid of parents.keys()) if (under(pid)) process.kill(pid, 'SIGSTOP');
}

function getParentPid(pid: string): number {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[1],
    );
  } catch {
    return 0;
  }
}
