import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The build of `web/`, from the sources as well as from their build. */
const BUILD_FOLDERS = ['../../../dist/app', '../../../app'].map((path) => join(import.meta.dirname, path));

/** What `web/` is built into, and nothing else. */
const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file as it is kept and sent. */
export interface DashboardFile {
  type: string;
  bytes: Buffer;
  gzipped: Buffer;
}

export interface DashboardFiles {
  /** The page itself, whose nonce is filled in for each answer. */
  indexHtml: string;
  /** By their path below `/app/`; their names change with what is in them. */
  assets: Map<string, DashboardFile>;
}

/** The dashboard's files, in memory; undefined where it isn't built, as in a test that runs from the sources. */
export function readDashboardFiles(): DashboardFiles | undefined {
  const folder = BUILD_FOLDERS.find((one) => existsSync(join(one, 'index.html')));
  if (folder === undefined) return undefined;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const assets = names.flatMap((name): [string, DashboardFile][] => {
    const type = CONTENT_TYPES[extname(name)];
    if (type === undefined) return [];
    const bytes = readFileSync(join(folder, name));
    return [[name.replaceAll(sep, '/'), { type, bytes, gzipped: gzipSync(bytes) }]];
  });
  return { indexHtml: readFileSync(join(folder, 'index.html'), 'utf8'), assets: new Map(assets) };
}
