import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const FOLDERS = ['.', 'bench', 'receivers', 'src/extensions', 'openapi', 'sdk', 'cli'].filter((folder) =>
  existsSync(folder),
);
const PAGES = [
  ...FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((page) => page.endsWith('.md'));

/** Lists the anchors of a page: of its headings, and of the entries of generated tables. */
function listAnchors(page: string): string[] {
  const text = readFileSync(page, 'utf8');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)];
}

/** Returns the links of a page into this repository, as `file` or `file#anchor`. */
function listTargets(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)];
  return links.map(([, link, source]) => link ?? source!).filter((target) => !/^[a-z]+:/.test(target));
}

function exists(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || !file.endsWith('.md') || listAnchors(file).includes(anchor);
}

describe('documentation pages', () => {
  it('have no broken links', () => {
    const broken = PAGES.flatMap((page) =>
      listTargets(page)
        .filter((target) => !exists(page, target))
        .map((target) => `${page} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('are all reachable from the README', () => {
    const found = new Set(['README.md']);
    for (const page of found) {
      for (const target of listTargets(page)) {
        const file = join(dirname(page), target.split('#')[0]!);
        const readme = join(file, 'README.md');
        if (file.endsWith('.md') && existsSync(file)) found.add(file);
        else if (existsSync(readme)) found.add(readme);
      }
    }
    expect(PAGES.filter((page) => page.startsWith('docs/') && !found.has(page))).toEqual([]);
  });
});
