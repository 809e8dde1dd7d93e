import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { RawBody } from '../../platform/http/pipeline/raw-body.js';
import { onResponseClose } from '../../platform/http/contract/request-signal.js';
import { Public } from '../../platform/auth/key.guard.js';
import { renderBusyPage, renderNotFoundPage, TRACKING_PAGES } from './tracking-page-html.js';
import { TrackingPageService } from './tracking-page.service.js';

/** RFC 8058: mail programs send either content type for one-click unsubscribe. */
const FORM = {
  types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  maxBytes: 1024,
  what: 'The form',
};
/** Each download holds its document in memory. */
const MAX_PROOF_DOWNLOADS = 8;
/** A slow reader of one link leaves the other downloads to other links. */
const MAX_PROOF_DOWNLOADS_PER_LINK = 2;

/** The public pages behind tracking links and emails, for a consignee without an API key. */
@Public()
@ApiExcludeController()
@Controller('track')
export class TrackingPageController {
  /** The token of each download in progress. */
  private readonly proofDownloads: string[] = [];

  constructor(private readonly pages: TrackingPageService) {}

  @Get(':token')
  async show(@Param('token') token: string, @Res() response: Response): Promise<void> {
    TRACKING_PAGES.send(response, await this.pages.show(token));
  }

  @Get('stop/:token')
  async confirmUnsubscribe(@Param('token') token: string, @Res() response: Response): Promise<void> {
    TRACKING_PAGES.send(response, await this.pages.unsubscribe(token, false));
  }

  /** Answers without a redirect, as RFC 8058 requires. */
  @Post('stop/:token')
  @RawBody(FORM)
  async unsubscribe(@Param('token') token: string, @Res() response: Response): Promise<void> {
    TRACKING_PAGES.send(response, await this.pages.unsubscribe(token, true));
  }

  @Get(':token/pod')
  async proof(@Param('token') token: string, @Res() response: Response): Promise<void> {
    if (this.isBusy(token)) return TRACKING_PAGES.send(response.set('Retry-After', '5'), renderBusyPage());
    this.proofDownloads.push(token);
    onResponseClose(response, () => this.proofDownloads.splice(this.proofDownloads.indexOf(token), 1));
    const file = await this.pages.findProofOfDelivery(token);
    if (!file) return TRACKING_PAGES.send(response, renderNotFoundPage());
    TRACKING_PAGES.setHeaders(response)
      .type(file.type)
      .attachment(`proof-of-delivery.${file.extension}`)
      .send(file.bytes);
  }

  private isBusy(token: string): boolean {
    const ofLink = this.proofDownloads.filter((other) => other === token).length;
    return this.proofDownloads.length >= MAX_PROOF_DOWNLOADS || ofLink >= MAX_PROOF_DOWNLOADS_PER_LINK;
  }
}
