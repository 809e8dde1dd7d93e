import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const decompressGzip = promisify(gunzip);

/** Close to the smallest size at a fifth of the CPU time of quality 11. */
const BROTLI_QUALITY = 9;
const ONE_YEAR_SECONDS = 31_536_000;

const COMPRESSED_TYPES = /^(text\/|image\/svg|application\/(javascript|json|yaml))/;

type Encoding = 'br' | 'gzip' | 'identity';

interface FileOptions {
  /** True if the URL changes with the content. */
  isImmutable?: boolean;
}

export interface CompressedContent {
  br: Buffer;
  gzip: Buffer;
}

/**
 * A public file, in memory. It is compressed once, not per request. API responses are never compressed:
 * their size would reveal secrets beside text that an attacker controls (BREACH).
 */
export class PublicFile {
  private readonly hash: string;
  private readonly cacheControl: string;

  private constructor(
    private readonly type: string,
    private readonly content: Partial<Record<Encoding, Buffer>>,
    { isImmutable = false }: FileOptions,
  ) {
    this.hash = createHash('sha256').update(Object.values(content)[0]!).digest('base64url');
    this.cacheControl = isImmutable ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache';
  }

  /** Compresses text in Node's thread pool; images and fonts are compressed already. @param type e.g. `text/css` */
  static async create(type: string, text: string | Buffer, options: FileOptions = {}): Promise<PublicFile> {
    const bytes = Buffer.from(text);
    if (!COMPRESSED_TYPES.test(type)) return new PublicFile(type, { identity: bytes }, options);
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    const [br, gzipped] = await Promise.all([
      compressBrotli(bytes, { params }),
      compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
    ]);
    return new PublicFile(type, { br, gzip: gzipped }, options);
  }

  /** Takes content that the build compressed. */
  static fromCompressed(type: string, content: CompressedContent, options: FileOptions = {}): PublicFile {
    return new PublicFile(type, { ...content }, options);
  }

  /** Sends the best encoding that the client accepts, or 304 for a matching ETag. */
  async send(request: Request, response: Response, status = 200): Promise<void> {
    const encoding = this.chooseEncoding(request);
    response.set({
      ETag: `"${this.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`,
      'Cache-Control': this.cacheControl,
      ...(!this.content.identity && { Vary: 'Accept-Encoding' }),
    });
    if (status === 200 && request.fresh) {
      response.status(304).end();
      return;
    }
    // Clients that accept no compression are rare: their copy is not kept.
    const bytes = this.content[encoding] ?? (await decompressGzip(this.content.gzip!));
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.status(status).type(this.type).send(bytes);
  }

  private chooseEncoding(request: Request): Encoding {
    const offered = (['br', 'gzip'] as const).filter((encoding) => this.content[encoding]);
    return offered.find((encoding) => request.acceptsEncodings(encoding)) ?? 'identity';
  }
}
