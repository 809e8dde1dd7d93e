import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freightRequest, rateRequest } from '../../support/factories.ts';
import { freePort } from '../../support/free-port.ts';
import type { Service } from '../../support/service.ts';
import { ROOT, type Lab } from '../lab.ts';
import { underLoad, type Fault, type Outcome } from '../outcome.ts';

const { bundledChromium } = (await import(
  pathToFileURL(join(ROOT, 'dist/src/platform/pdf/bundled-chromium.js')).href
)) as typeof import('../../../src/platform/pdf/bundled-chromium.js');

/** Longer than one print may take, and the next in its turn. */
const PATIENCE_MS = 60_000;

async function draft(lab: Lab): Promise<string> {
  const quotes = (await lab.call('POST', 'quotes', rateRequest())).body as { data: { id: number }[] };
  const { id } = (await lab.call('POST', 'freight', freightRequest(quotes.data[0]!.id))).body as {
    id: number;
  };
  return `freight/${id}/bol/pdf`;
}

/** The status of a paper's print. */
const print = (lab: Lab, path: string): Promise<number> => lab.status(path, PATIENCE_MS);

/** Prints while the browser is broken and after: the one is refused in time, the other is paper. */
async function broken(
  lab: Lab,
  path: string,
  harm: () => unknown,
  mend: () => unknown,
  refusals: number[],
): Promise<Outcome> {
  const statuses: number[] = [];
  const outcome = await underLoad(lab, async (injected) => {
    injected();
    await harm();
    statuses.push(await print(lab, path));
    await mend();
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(500)) {
      statuses.push(await print(lab, path));
      if (statuses.at(-1) === 200) break;
    }
  });
  const well = refusals.includes(statuses[0]!) && statuses.at(-1) === 200;
  const complaint = well ? '' : `papers were answered with ${statuses.join(', ')}`;
  return { ...outcome, complaint: [outcome.complaint, complaint].filter(Boolean).join(', ') };
}

export const PAPER_FAULTS: Fault[] = [
  {
    name: 'Chromium hangs (SIGSTOP)',
    told: true,
    async run(lab) {
      const path = await draft(lab);
      await print(lab, path);
      // Replaced and printed, or refused for now.
      return broken(
        lab,
        path,
        () => stop(lab),
        () => undefined,
        [200, 503],
      );
    },
  },
  {
    name: 'Chromium is missing for a while',
    told: true,
    async run(lab) {
      const folder = mkdtempSync(join(tmpdir(), 'lading-chromium-'));
      const file = join(folder, 'chromium');
      // The npm package's, as the service would start it on a slim machine.
      const { executablePath, fontsConf, libraries } = await bundledChromium();
      const script = `#!/bin/sh\nFONTCONFIG_FILE=${fontsConf} LD_LIBRARY_PATH=${libraries} exec ${executablePath} "$@"\n`;
      const install = (): void => writeFileSync(file, script, { mode: 0o755 });
      install();
      await lab.restart({ CHROMIUM_PATH: file });
      const path = await draft(lab);
      const outcome = await broken(lab, path, () => unlinkSync(file), install, [500]);
      await lab.restart();
      rmSync(folder, { recursive: true, force: true });
      return outcome;
    },
  },
  {
    name: 'the process that prints is killed and started again',
    told: true,
    run: (lab) =>
      printingApart(
        lab,
        (render) => render.kill(),
        ({ url }) =>
          lab.start('render', { RENDER_SECRET: 'a-secret-of-the-faults-alone', PORT: new URL(url).port }),
      ),
  },
  {
    name: 'the process that prints hangs (SIGSTOP)',
    told: true,
    run: (lab) =>
      printingApart(
        lab,
        (render) => render.process.kill('SIGSTOP'),
        (render) => render.process.kill('SIGCONT'),
      ),
  },
];

/** The api and the worker print by a process of their own, to which something happens. */
async function printingApart(
  lab: Lab,
  harm: (render: Service) => unknown,
  mend: (render: Service) => unknown,
): Promise<Outcome> {
  const secret = { RENDER_SECRET: 'a-secret-of-the-faults-alone' };
  // On a port that is known before: a restart ends all that run.
  const port = String(await freePort());
  await lab.restart({ ...secret, RENDER_URL: `http://127.0.0.1:${port}` });
  const render = await lab.start('render', { ...secret, PORT: port });
  try {
    const path = await draft(lab);
    await print(lab, path);
    return await broken(
      lab,
      path,
      () => harm(render),
      () => mend(render),
      [503],
    );
  } finally {
    await lab.end('render');
    await lab.restart();
  }
}

/** Everything that the api has started, and what that has. */
function stop(lab: Lab): void {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(name));
  const under = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === lab.service('api').process.pid || under(parent));
  };
  for (const pid of parents.keys()) if (under(pid)) process.kill(pid, 'SIGSTOP');
}

function parentOf(pid: string): number {
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
