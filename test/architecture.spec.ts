import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { cruise, type ICruiseResult } from 'dependency-cruiser';

/** From the top down: a folder may import what stands below it, never what stands beside or above. */
const LEVELS = [
  ['main.ts', 'cli.ts', 'openapi.ts', 'listen.ts', 'first-start.ts'],
  ['cli'],
  ['app.module.ts', 'app.setup.ts'],
  ['openapi', 'operations', 'sandbox'],
  ['invoices', 'bills', 'tracking', 'webhooks'],
  ['freight', 'freight-classes'],
  ['quotes'],
  ['carriers', 'addresses'],
  ['customers'],
  ['mail'],
  ['events', 'documents'],
  ['tenancy'],
  ['queue', 'database', 'http'],
  ['config.ts', 'config.module.ts', 'vocabulary'],
];
/** Neighbours of one level that one may import, each for a reason. */
const BESIDE = new Set([
  'database → http',
  'queue → database',
  'config.module.ts → config.ts',
  'main.ts → listen.ts',
  'main.ts → first-start.ts',
  'cli.ts → openapi.ts',
]);
/** Only the sandbox and the app know that webhooks exist. */
const MAY_KNOW_WEBHOOKS = new Set(['webhooks', 'sandbox', 'app.module.ts', 'openapi', 'operations', 'cli']);

const MAX_LINES = 300;
const MAX_DEPENDENCIES = 5;

interface Import {
  from: string;
  to: string;
}

async function imports(): Promise<{ all: Import[]; circular: string[] }> {
  const { output } = await cruise(['src'], {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    ruleSet: { forbidden: [{ name: 'circular', severity: 'error', from: {}, to: { circular: true } }] },
    validate: true,
  });
  const { modules, summary } = output as ICruiseResult;
  return {
    all: modules.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => resolved.startsWith('src/'))
        .map(({ resolved }) => ({ from: source, to: resolved })),
    ),
    circular: summary.violations.map(({ from, to }) => `${from} → ${to}`),
  };
}

function room(file: string): string {
  return file.split('/')[1]!;
}

function level(file: string): number {
  return LEVELS.findIndex((rooms) => rooms.includes(room(file)));
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, lines: readFileSync(`src/${file}`, 'utf8').split('\n').length - 1 }));

describe('architecture', () => {
  it('gives every folder a level', () => {
    expect(sources.map(({ file }) => `src/${file}`).filter((file) => level(file) < 0)).toEqual([]);
  });

  it('imports downwards only, without cycles', async () => {
    const { all, circular } = await imports();
    expect(all.length).toBeGreaterThan(100);
    const upward = all.filter(({ from, to }) => {
      if (room(from) === room(to) || BESIDE.has(`${room(from)} → ${room(to)}`)) return false;
      return level(to) <= level(from);
    });
    expect(upward.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    expect(circular).toEqual([]);
    const knowing = all.filter(
      ({ from, to }) => room(to) === 'webhooks' && !MAY_KNOW_WEBHOOKS.has(room(from)),
    );
    expect(knowing).toEqual([]);
  });

  it('has no barrels and no forwardRef', () => {
    expect(sources.filter(({ file }) => /(^|\/)index\.ts$/.test(file))).toEqual([]);
    for (const { file } of sources) expect(readFileSync(`src/${file}`, 'utf8')).not.toContain('forwardRef');
  });

  it('keeps files small', () => {
    const own = sources.filter(({ file }) => !file.includes('migrations/'));
    expect(own.filter(({ lines }) => lines > MAX_LINES)).toEqual([]);
    const sorted = own.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThanOrEqual(80);
    expect(sorted[Math.floor(sorted.length * 0.95)]).toBeLessThanOrEqual(200);
  });

  it('injects at most five things into a class', () => {
    for (const { file } of sources) {
      const text = readFileSync(`src/${file}`, 'utf8');
      for (const [, parameters] of text.matchAll(/constructor\(([^)]*)\)/g)) {
        const count = parameters!.split(',').filter((parameter) => parameter.trim()).length;
        expect({ file, count: Math.min(count, MAX_DEPENDENCIES) }).toEqual({ file, count });
      }
    }
  });

  it('reads the environment in one place', () => {
    const readers = sources.filter(({ file }) => readFileSync(`src/${file}`, 'utf8').includes('process.env'));
    const allowed = ['config.ts', 'openapi/code-samples.ts' /* prints it in the samples of the document */];
    expect(readers.map(({ file }) => file).filter((file) => !allowed.includes(file))).toEqual([]);
  });
});
