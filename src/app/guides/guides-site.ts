import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { PublicFile } from '../../platform/http/pipeline/public-file.js';

const BUILD_FOLDERS = ['../../../dist/guides', '../../../guides'].map((path) =>
  join(import.meta.dirname, path),
);
const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
/** Names below it contain a hash of the content. */
const ASSETS_PATH = 'assets/';
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g;

/** The built guides. Each file is read and compressed on its first request and stays in memory, about 2 MB in all. */
export class GuidesSite {
  private readonly files = new Map<string, Promise<PublicFile>>();

  private constructor(
    private readonly folder: string,
    private readonly names: ReadonlySet<string>,
    /** Sources for the content security policy, one for each inline script. */
    readonly scriptHashes: string[],
  ) {}

  /** Returns undefined if the guides are not built. */
  static async open(folders = BUILD_FOLDERS): Promise<GuidesSite | undefined> {
    const folder = folders.find((path) => existsSync(join(path, '.built')));
    if (folder === undefined) return undefined;
    const names = (await readdir(folder, { recursive: true }))
      .map((name) => name.replaceAll(sep, '/'))
      .filter((name) => extname(name) in CONTENT_TYPES);
    const hashes = new Set<string>();
    for (const name of names.filter((file) => file.endsWith('.html'))) {
      const html = await readFile(join(folder, name), 'utf8');
      for (const [, script] of html.matchAll(INLINE_SCRIPT))
        hashes.add(`'sha256-${createHash('sha256').update(script!).digest('base64')}'`);
    }
    return new GuidesSite(folder, new Set(names), [...hashes]);
  }

  /** @param path below /guides/, with or without `.html` */
  find(path: string): Promise<PublicFile> | undefined {
    const name = [path, `${path}.html`, `${path}index.html`].find((file) => this.names.has(file));
    return name === undefined ? undefined : this.load(name);
  }

  get notFoundPage(): Promise<PublicFile> {
    return this.load('404.html');
  }

  private load(name: string): Promise<PublicFile> {
    const known = this.files.get(name);
    if (known) return known;
    const options = { isImmutable: name.startsWith(ASSETS_PATH) };
    const file = readFile(join(this.folder, name)).then((bytes) =>
      PublicFile.create(CONTENT_TYPES[extname(name)]!, bytes, options),
    );
    file.catch(() => this.files.delete(name));
    this.files.set(name, file);
    return file;
  }
}
