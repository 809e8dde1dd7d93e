import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
// @ts-expect-error -- the script has no types
import { readChangelogEntry, readVersions } from '../../scripts/support/versions.mjs';

const MAX_LINES = 60;
const MAX_WIDTH = 160;
const SECTIONS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security', 'Upgrade notes'];

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const changelog = readFileSync('CHANGELOG.md', 'utf8');

describe('the version in package.json', () => {
  it('is that of every package, the chart, the image, the API document and the latest changelog entry', () => {
    const versions = readVersions() as Record<string, string>;
    expect(versions).toEqual(Object.fromEntries(Object.keys(versions).map((place) => [place, version])));
  });

  it('is in the commands of the CLI README', () => {
    expect(readFileSync('cli/README.md', 'utf8')).toContain(`lading-cli-${version}.tgz`);
  });
});

describe('the changelog', () => {
  it(`describes the latest version in at most ${MAX_LINES} lines of at most ${MAX_WIDTH} characters`, () => {
    const lines = (readChangelogEntry(version) as string).split('\n');
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
    expect(lines.filter((line) => line.length > MAX_WIDTH)).toEqual([]);
  });

  it('has the sections of Keep a Changelog, each once per entry', () => {
    for (const entry of changelog.split(/^## /m).slice(1)) {
      const sections = [...entry.matchAll(/^### (.+)$/gm)].map(([, name]) => name!);
      expect(SECTIONS).toEqual(expect.arrayContaining(sections));
      expect(new Set(sections).size).toBe(sections.length);
    }
  });

  it('dates every entry but Unreleased', () => {
    const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
    expect(headings[0]).toBe('[Unreleased]');
    for (const heading of headings.slice(1))
      expect(heading).toMatch(/^\[\d+\.\d+\.\d+\S*\] - \d{4}-\d{2}-\d{2}$/);
  });
});
