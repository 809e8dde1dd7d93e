import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { RawBody } from '../../../platform/http/pipeline/raw-body.js';
import { Public } from '../../../platform/auth/key.guard.js';
import { CONTENT_SECURITY_POLICY, type HtmlPage } from './tender-page-html.js';
import { TenderPageService } from './tender-page.service.js';

const FORM = {
  types: ['application/x-www-form-urlencoded'],
  maxBytes: 16 * 1024,
  what: 'The form',
};

/** The page behind the link of a tender: for a carrier's dispatcher, who has no key. */
@Public()
@ApiExcludeController()
@Controller('tenders')
export class TenderPageController {
  constructor(private readonly pages: TenderPageService) {}

  @Get(':token')
  async show(@Param('token') token: string, @Res() response: Response): Promise<void> {
    sendHtmlPage(response, token, await this.pages.show(token));
  }

  @Post(':token')
  @RawBody(FORM)
  async answer(
    @Param('token') token: string,
    @Body() bytes: Buffer,
    @Res() response: Response,
  ): Promise<void> {
    sendHtmlPage(response, token, await this.pages.submit(token, bytes));
  }
}

/** Seen by nobody else: not kept, not indexed, not named to where a link leads. Null: the page is to be looked at again. */
function sendHtmlPage(response: Response, token: string, page: HtmlPage | null): void {
  response.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  if (page) response.status(page.status).type('html').send(page.html);
  else response.redirect(303, token);
}
