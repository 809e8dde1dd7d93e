import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readComments, readOpenapi, readStrings, readTemplate, readTestTitles, readYaml } from './extract.ts';
import { type Block, splitMarkdown } from './sentences.ts';

const CODE = /\.(?:tsx?|mts|mjs|js)$/;
const SPEC = /(?:spec\.tsx?$)|\/testing\//;
const ERRORS = /^src\/(?:platform\/)?http\/errors\//;
const CLI = /^(?:cli\/(?:src|bin)|src(?:\/app)?\/cli)\//;
/** The Contributor Covenant, whose text is not ours. */
const NOT_OURS = 'CODE_OF_CONDUCT.md';
const FIRST_CHECKED_COMMIT = 'ae47be9';
const COMMITS_BEFORE = 200;

interface Area {
  includes: (path: string) => boolean;
  read: (path: string, text: string) => Block[];
  /** True for text that only developers read. Its grammar is not checked. */
  code?: boolean;
}

export interface AreaText {
  path: string;
  block: Block;
  code: boolean;
}

const markdown = (_: string, text: string) => splitMarkdown(text);

/** The rows of the table. */
const AREAS: Record<string, Area> = {
  'README and project pages': {
    includes: (path) => /^(?:\.github\/)?[A-Z_]+\.md$/.test(path) && path !== NOT_OURS,
    read: markdown,
  },
  docs: { includes: (path) => /^docs\/.*\.md$/.test(path), read: markdown },
  'READMEs of packages': {
    includes: (path) => /^[a-z]+\/.*\.md$/.test(path) && !path.startsWith('docs/'),
    read: markdown,
  },
  'error catalog': { includes: (path) => ERRORS.test(path) && CODE.test(path), read: readStrings },
  'server messages': {
    includes: (path) =>
      /^src\/.*\.ts$/.test(path) &&
      !SPEC.test(path) &&
      !ERRORS.test(path) &&
      !CLI.test(path) &&
      !isMigration(path),
    read: readStrings,
  },
  'command line': {
    includes: (path) => CLI.test(path) && CODE.test(path) && !SPEC.test(path),
    read: readStrings,
  },
  dashboard: { includes: (path) => /^web\/src\/.*\.tsx?$/.test(path) && !SPEC.test(path), read: readStrings },
  'PDF templates': { includes: (path) => /^src\/.*\.hbs$/.test(path), read: (_, text) => readTemplate(text) },
  'deployment files': {
    includes: (path) =>
      /^(?:deploy|\.github)\/.*\.ya?ml$|^compose\.yaml$|^\.ci\/run$|^Dockerfile$/.test(path),
    read: (_, text) => readYaml(text),
  },
  'OpenAPI document': {
    includes: (path) => path === 'openapi/openapi.json',
    read: (_, text) => readOpenapi(text),
  },
  'comments in src': comments(/^src\//),
  'comments in web, sdk, cli': comments(/^(?:web|sdk|cli)\//),
  'comments in test, bench, scripts': comments(/^(?:test|bench|scripts|receivers|examples)\//),
  'test titles': { includes: (path) => /spec\.tsx?$/.test(path), read: readTestTitles, code: true },
};

/** Reads every text of the checkout at `root`, by area. */
export function readAreas(root: string): Map<string, AreaText[]> {
  const paths = git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
    .split('\0')
    .filter(Boolean);
  const areas = new Map<string, AreaText[]>(Object.keys(AREAS).map((name) => [name, []]));
  for (const path of paths) {
    let text: string | undefined;
    for (const [name, { includes, read, code = false }] of Object.entries(AREAS)) {
      if (!includes(path)) continue;
      text ??= readOrEmpty(join(root, path));
      for (const block of read(path, text)) areas.get(name)!.push({ path, block, code });
    }
  }
  areas.set('commit subjects', readCommits(root));
  return areas;
}

function comments(under: RegExp): Area {
  return {
    includes: (path) => under.test(path) && CODE.test(path) && !isMigration(path),
    read: readComments,
    code: true,
  };
}

/** Migrations are not rewritten. */
function isMigration(path: string) {
  return /\/migrations\//.test(path);
}

/** The subjects since the first checked commit. In a checkout of that commit, the last 200 before it. */
function readCommits(root: string): AreaText[] {
  const head = git(root, ['rev-parse', 'HEAD']);
  const known = tryGit(root, ['rev-parse', '--verify', '--quiet', `${FIRST_CHECKED_COMMIT}^{commit}`]);
  if (known === undefined) return [];
  const range =
    head.trim() === known.trim() ? ['-n', String(COMMITS_BEFORE)] : [`${FIRST_CHECKED_COMMIT}..HEAD`];
  return git(root, ['log', '--no-merges', '--format=%h %s', ...range])
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [hash, ...subject] = line.split(' ');
      return {
        path: hash!,
        block: { text: subject.join(' ').replace(/^[a-z0-9 ,./-]+: /, ''), line: 1 },
        code: true,
      };
    });
}

function readOrEmpty(path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function git(root: string, args: string[]) {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

function tryGit(root: string, args: string[]) {
  try {
    return git(root, args);
  } catch {
    return undefined;
  }
}
