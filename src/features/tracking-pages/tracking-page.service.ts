import { Injectable } from '@nestjs/common';
import {
  FreightDocumentsService,
  type DocumentFile,
} from '../freight/documents/freight-documents.service.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { TrackingLinkTokenService } from './tracking-link-token.service.js';
import { UnsubscribeTokenService } from './unsubscribe-token.service.js';
import {
  renderNotFoundPage,
  renderUnsubscribePage,
  renderUnsubscribedPage,
  renderTrackingPage,
  type HtmlPage,
} from './tracking-page-html.js';
import { TrackingPageViewService } from './tracking-page-view.service.js';

/** What the links of shipments and of their mails show. Looking changes nothing. */
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

  /** The proof of delivery; null where there is none to be seen. */
  async findProofOfDelivery(token: string): Promise<DocumentFile | null> {
    const found = await this.linkTokens.findByToken(token);
    const proof = found?.link.pod
      ? await this.pageViews.findProofOfDelivery(found, found.link.freightId)
      : null;
    return proof && this.documents.readFile(proof);
  }

  /** @param pressed whether it was asked for, not only looked at */
  async unsubscribe(token: string, pressed: boolean): Promise<HtmlPage> {
    const found = await this.unsubscribeTokens.findByToken(token);
    if (!found) return renderNotFoundPage();
    if (pressed) await this.unsubscribeTokens.unsubscribe(found);
    const shipper = await this.pageViews.getShipperName(found);
    return pressed || found.stopped
      ? renderUnsubscribedPage(found.email, shipper)
      : renderUnsubscribePage(found.email, shipper);
  }
}
