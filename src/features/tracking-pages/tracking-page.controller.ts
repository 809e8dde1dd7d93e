import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { RawBody } from '../../platform/http/pipeline/raw-body.js';
import { onResponseClose } from '../../platform/http/pipeline/response-close.js';
import { Public } from '../../platform/auth/key.guard.js';
import {
  renderBusyPage,
  renderNotFoundPage,
  CONTENT_SECURITY_POLICY,
  type HtmlPage,
} from './tracking-page-html.js';
import { TrackingPageService } from './tracking-page.service.js';

/** What a browser sends, and by RFC 8058 a mail program for its user. */
const FORM = {
  types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  maxBytes: 1024,
  what: 'The form',
};
/** Documents on their way at once: each lies in memory. */
const MAX_PROOF_DOWNLOADS = 4;

/** The pages behind the links of shipments and of the mails about them: for a consignee, who has no key. */
@Public()
@ApiExcludeController()
@Controller('track')
export class TrackingPageController {
  private activeProofDownloads = 0;

  constructor(private readonly pages: TrackingPageService) {}

  @Get(':token')
  async show(@Param('token') token: string, @Res() response: Response): Promise<void> {
    sendHtmlPage(response, await this.pages.show(token));
  }

  @Get('stop/:token')
  async askStop(@Param('token') token: string, @Res() response: Response): Promise<void> {
    sendHtmlPage(response, await this.pages.unsubscribe(token, false));
  }

  /** No redirect: RFC 8058 asks for none. */
  @Post('stop/:token')
  @RawBody(FORM)
  async stop(@Param('token') token: string, @Res() response: Response): Promise<void> {
    sendHtmlPage(response, await this.pages.unsubscribe(token, true));
  }

  @Get(':token/pod')
  async proof(@Param('token') token: string, @Res() response: Response): Promise<void> {
    if (this.activeProofDownloads >= MAX_PROOF_DOWNLOADS)
      return sendHtmlPage(response.set('Retry-After', '5'), renderBusyPage());
    this.activeProofDownloads++;
    onResponseClose(response, () => this.activeProofDownloads--);
    const file = await this.pages.findProofOfDelivery(token);
    if (!file) return sendHtmlPage(response, renderNotFoundPage());
    setPrivacyHeaders(response)
      .type(file.type)
      .attachment(`proof-of-delivery.${file.extension}`)
      .send(file.bytes);
  }
}

function sendHtmlPage(response: Response, { status, html }: HtmlPage): void {
  setPrivacyHeaders(response).status(status).type('html').send(html);
}

/** Seen by nobody else: not kept, not indexed, not named to where a link leads. */
function setPrivacyHeaders(response: Response): Response {
  return response.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex, nofollow',
  });
}
