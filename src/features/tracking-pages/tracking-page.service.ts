import { Injectable } from '@nestjs/common';
import {
  FreightDocumentsService,
  type DocumentFile,
} from '../freight/documents/freight-documents.service.js';
import type { HtmlPage } from '../../platform/http/public-pages.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { TrackingLinkTokenService } from './tracking-link-token.service.js';
import { UnsubscribeTokenService } from './unsubscribe-token.service.js';
import { renderNotFoundPage, renderTrackingPage, TRACKING_PAGES } from './tracking-page-html.js';
import { TrackingPageViewService } from './tracking-page-view.service.js';

/** Builds the pages behind tracking links and unsubscribe links. */
@Injectable()
export class TrackingPageService {
  constructor(
    private readonly linkTokens: TrackingLinkTokenService,
    private readonly unsubscribeTokens: UnsubscribeTokenService,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly pageViews: TrackingPageViewService,
    private readonly documents: FreightDocumentsService,
  ) {}

  async show(token: string): Promise<HtmlPage> {
    const found = await this.linkTokens.findByToken(token);
    if (!found) return renderNotFoundPage();
    const { freightId, pod } = found.link;
    const sheet = await this.pageViews.build(found, await this.freightLifecycle.get(found, freightId));
    const proof = pod ? await this.pageViews.findProofOfDelivery(found, freightId) : null;
    return renderTrackingPage(sheet, proof && `${token}/pod`);
  }

  /** Returns null if the link does not share it or there is none. */
  async findProofOfDelivery(token: string): Promise<DocumentFile | null> {
    const found = await this.linkTokens.findByToken(token);
    const proof = found?.link.pod
      ? await this.pageViews.findProofOfDelivery(found, found.link.freightId)
      : null;
    return proof && this.documents.readFile(proof);
  }

  /** @param confirmed false for a GET, which changes nothing because mail programs open every link */
  async unsubscribe(token: string, confirmed: boolean): Promise<HtmlPage> {
    const found = await this.unsubscribeTokens.findByToken(token);
    if (!found) return renderNotFoundPage();
    if (confirmed) await this.unsubscribeTokens.unsubscribe(found);
    const shipper = await this.pageViews.getShipperName(found);
    const name = confirmed || found.stopped ? 'unsubscribed' : 'unsubscribe';
    return TRACKING_PAGES.render(name, { email: found.email, shipper });
  }
}
