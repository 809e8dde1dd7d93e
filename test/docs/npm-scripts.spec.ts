import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const MAX_SCRIPTS = 25;
/** npm names that need no `run`. */
const SHORT_FORMS = /^npm (start|test)\b/;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const contributing = readFileSync('CONTRIBUTING.md', 'utf8');

/** Scripts that the tables name, as `npm run NAME`, `npm test` or a lifecycle script by its name. */
const documented = [...contributing.matchAll(/^\| (.+?) +\|/gm)].flatMap(([, cell]) =>
  [...cell!.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => {
    if (code!.includes(' -w ')) return [];
    return /^npm run (\S+)/.exec(code!)?.[1] ?? SHORT_FORMS.exec(code!)?.[1] ?? code!;
  }),
);

describe('npm scripts', () => {
  it(`number at most ${MAX_SCRIPTS}`, () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(MAX_SCRIPTS);
  });

  it('are all in the tables of CONTRIBUTING.md, which name no other', () => {
    expect([...new Set(documented)].sort()).toEqual(Object.keys(scripts).sort());
  });
});
