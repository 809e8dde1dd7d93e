import { createHash, timingSafeEqual } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { Browser } from '../../platform/pdf/browser.js';
import { OWNER_HEADER, PRINT_PATH } from '../../platform/pdf/remote-printer.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { ErrorCode } from '../../platform/http/errors/errors.js';
import { whenOver } from '../../platform/http/pipeline/when-over.js';

/** Of papers that are in order: 500 lines with every font that there is are a tenth of this. */
const MAX_BYTES = 100_000_000;

/** Prints for whoever knows the secret. */
@ApiExcludeController()
@Controller()
export class RenderController {
  constructor(
    private readonly browser: Browser,
    private readonly config: Config,
  ) {}

  /** A page stays on the wire until its turn comes: as many as are printed at once are held here. */
  @Post(PRINT_PATH)
  @HttpCode(200)
  async print(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.knows(request.get('authorization') ?? '')) throw refusal('unauthorized');
    const bytes = Number(request.get('content-length') ?? Infinity);
    if (!(bytes <= MAX_BYTES)) throw refusal('payload_too_large');
    const left = new AbortController();
    whenOver(response, () => left.abort());
    const owner = decodeURIComponent(request.get(OWNER_HEADER) ?? '');
    const pdf = await this.browser.pdf((ended) => text(addAbortSignal(ended, request)), {
      owner,
      signal: left.signal,
    });
    response.setHeader('Content-Type', 'application/pdf').end(pdf);
  }

  /** In the same time, however much of it is right. */
  private knows(authorization: string): boolean {
    return timingSafeEqual(digest(authorization), digest(`Bearer ${this.config.renderSecret}`));
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** What was sent stays unread. */
function refusal(code: ErrorCode): ApiError {
  return new ApiError(code, { headers: { Connection: 'close' } });
}
