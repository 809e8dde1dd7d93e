import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { RawBody } from '../../platform/http/pipeline/raw-body.js';
import { whenOver } from '../../platform/http/pipeline/when-over.js';
import { Public } from '../../platform/auth/key.guard.js';
import { busyPage, missingPage, PAGE_POLICY, type HtmlPage } from './tracking-page-html.js';
import { TrackingPages } from './tracking-pages.js';

/** What a browser sends, and by RFC 8058 a mail program for its user. */
const FORM = {
  types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  maxBytes: 1024,
  what: 'The form',
};
/** Documents on their way at once: each lies in memory. */
const MOST_PROOFS = 4;

/** The pages behind the links of shipments and of the mails about them: for a consignee, who has no key. */
@Public()
@ApiExcludeController()
@Controller('track')
export class TrackingPageController {
  private proofs = 0;

  constructor(private readonly pages: TrackingPages) {}

  @Get(':token')
  async show(@Param('token') token: string, @Res() response: Response): Promise<void> {
    send(response, await this.pages.show(token));
  }

  @Get('stop/:token')
  async askStop(@Param('token') token: string, @Res() response: Response): Promise<void> {
    send(response, await this.pages.stop(token, false));
  }

  /** No redirect: RFC 8058 asks for none. */
  @Post('stop/:token')
  @RawBody(FORM)
  async stop(@Param('token') token: string, @Res() response: Response): Promise<void> {
    send(response, await this.pages.stop(token, true));
  }

  @Get(':token/pod')
  async proof(@Param('token') token: string, @Res() response: Response): Promise<void> {
    if (this.proofs >= MOST_PROOFS) return send(response.set('Retry-After', '5'), busyPage());
    this.proofs++;
    whenOver(response, () => this.proofs--);
    const file = await this.pages.proof(token);
    if (!file) return send(response, missingPage());
    hide(response).type(file.type).attachment(`proof-of-delivery.${file.extension}`).send(file.bytes);
  }
}

function send(response: Response, { status, html }: HtmlPage): void {
  hide(response).status(status).type('html').send(html);
}

/** Seen by nobody else: not kept, not indexed, not named to where a link leads. */
function hide(response: Response): Response {
  return response.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': PAGE_POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex, nofollow',
  });
}
