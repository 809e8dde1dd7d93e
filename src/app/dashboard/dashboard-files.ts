import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUILD_FOLDERS = ['../../../dist/app', '../../../app'].map((path) => join(import.meta.dirname, path));

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface DashboardFile {
  type: string;
  bytes: Buffer;
  gzipped: Buffer;
}

export interface DashboardFiles {
  /** The page. Each response fills in a nonce. */
  indexHtml: string;
  /** By path below `/app/`. Names contain a hash of the content. */
  assets: Map<string, DashboardFile>;
}

/** Reads the files into memory; undefined if the dashboard is not built. */
export function readDashboardFiles(): DashboardFiles | undefined {
  const folder = BUILD_FOLDERS.find((path) => existsSync(join(path, 'index.html')));
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
