import { createHash, timingSafeEqual } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Config } from '../../config/config.js';
import { ChromiumPrinter } from '../../platform/pdf/chromium-printer.js';
import { OWNER_HEADER, PRINT_PATH } from '../../platform/pdf/remote-printer.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { ErrorCode } from '../../platform/http/errors/errors.js';
import { onResponseClose } from '../../platform/http/contract/request-signal.js';

/** Ten times the size of a document with 500 lines and every font. */
const MAX_PAGE_BYTES = 100_000_000;

@ApiExcludeController()
@Controller()
export class RenderController {
  constructor(
    private readonly browser: ChromiumPrinter,
    private readonly config: Config,
  ) {}

  /** Reads a page only when a slot is free, so memory holds only pages that are being rendered. */
  @Post(PRINT_PATH)
  @HttpCode(200)
  async print(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.isAuthorized(request.get('authorization') ?? '')) throw createError('unauthorized');
    const bytes = Number(request.get('content-length') ?? Infinity);
    if (!(bytes <= MAX_PAGE_BYTES)) throw createError('payload_too_large');
    const controller = new AbortController();
    onResponseClose(response, () => controller.abort());
    const owner = decodeURIComponent(request.get(OWNER_HEADER) ?? '');
    const pdf = await this.browser.printPdf((signal) => text(addAbortSignal(signal, request)), {
      owner,
      signal: controller.signal,
    });
    response.setHeader('Content-Type', 'application/pdf').end(pdf);
  }

  private isAuthorized(authorization: string): boolean {
    return timingSafeEqual(hashText(authorization), hashText(`Bearer ${this.config.renderSecret}`));
  }
}

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

// Closes the connection, because the request body stays unread.
function createError(code: ErrorCode): ApiError {
  return new ApiError(code, { headers: { Connection: 'close' } });
}
