import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { RawBody } from '../../../platform/http/pipeline/raw-body.js';
import { Public } from '../../../platform/auth/key.guard.js';
import { TENDER_PAGES } from './tender-page-html.js';
import { TenderPageService } from './tender-page.service.js';

/** The page behind the link of a tender, for a carrier's dispatcher without an API key. */
@Public()
@ApiExcludeController()
@Controller('tenders')
export class TenderPageController {
  constructor(private readonly pages: TenderPageService) {}

  @Get(':token')
  async show(@Param('token') token: string, @Res() response: Response): Promise<void> {
    TENDER_PAGES.send(response, await this.pages.show(token));
  }

  @Post(':token')
  @RawBody({ types: ['application/x-www-form-urlencoded'], maxBytes: 16 * 1024, what: 'The form' })
  async answer(
    @Param('token') token: string,
    @Body() bytes: Buffer,
    @Res() response: Response,
  ): Promise<void> {
    const page = await this.pages.submit(token, bytes);
    if (page) TENDER_PAGES.send(response, page);
    else TENDER_PAGES.setHeaders(response).redirect(303, token);
  }
}
