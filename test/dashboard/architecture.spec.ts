import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const ROOT = join(import.meta.dirname, '../../web/src');

/** Each layer imports only from itself and from the layers before it. */
const LAYERS = ['ui', 'session', 'features', 'app'];
/** Each feature imports only from itself and from the features before it. */
const FEATURES = [
  'sign-in',
  'settings',
  'developers',
  'directory',
  'quotes',
  'tracking',
  'billing',
  'shipments',
  'carriers',
  'edi',
  'reports',
];

interface Import {
  from: string;
  to: string;
}

function listImports(): Import[] {
  const files = (readdirSync(ROOT, { recursive: true }) as string[]).filter((file) =>
    /(?<!\.spec)\.tsx?$/.test(file),
  );
  return files.flatMap((from) => {
    const source = readFileSync(join(ROOT, from), 'utf8');
    const paths = [...source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) => path!);
    return paths.map((path) => ({ from, to: posix.join(posix.dirname(from), path) }));
  });
}

const rankOfLayer = (file: string) => LAYERS.indexOf(file.split('/')[0]!);
const rankOfFeature = (file: string) => FEATURES.indexOf(file.split('/')[1]!);
const isInFeature = (file: string) => file.startsWith('features/');

describe('the dashboard', () => {
  const imports = listImports().filter(({ from }) => from.includes('/'));

  it('imports only from the same or a lower layer', () => {
    const upward = imports.filter(({ from, to }) => rankOfLayer(to) > rankOfLayer(from));
    expect(upward).toEqual([]);
  });

  it('imports features only in their declared order', () => {
    const inFeatures = imports.filter(({ from, to }) => isInFeature(from) && isInFeature(to));
    expect(inFeatures.length).toBeGreaterThan(0);
    expect(inFeatures.filter(({ from }) => rankOfFeature(from) < 0)).toEqual([]);
    expect(inFeatures.filter(({ from, to }) => rankOfFeature(to) > rankOfFeature(from))).toEqual([]);
  });
});
