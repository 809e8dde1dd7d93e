import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { resolvePublicUrl } from '../../platform/http/pipeline/request-context.js';
import { MailOutbox, type ComposedMail } from '../../platform/mail/mail-outbox.js';
import { buildConsigneeMail, CONSIGNEE_MAIL } from './consignee-mail.js';
import type { Notice } from './tracking-link.entity.js';
import { UnsubscribeTokenService } from './unsubscribe-token.service.js';
import { TrackingPageViewService } from './tracking-page-view.service.js';

/** Returns true if the email still matches the shipment when it is sent. */
const NOTICE_STILL_APPLIES: Record<Notice, (freight: Freight) => boolean> = {
  booked: ({ status }) => status === 'carrier_accepted' || status === 'scheduled',
  out_for_delivery: ({ status, trackingStatus }) =>
    status === 'in_transit' && trackingStatus === 'out_for_delivery',
  delivered: ({ status }) => status === 'delivered',
  exception: ({ status, trackingStatus }) => status === 'in_transit' && trackingStatus === 'exception',
};

/** Composes emails to consignees when they are sent, with the current state and the decrypted links. */
@Injectable()
export class ConsigneeMailComposer {
  constructor(
    outbox: MailOutbox,
    private readonly unsubscribeTokens: UnsubscribeTokenService,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly pageViews: TrackingPageViewService,
    private readonly config: Config,
  ) {
    outbox.registerComposer(CONSIGNEE_MAIL, (mailId) => this.compose(mailId));
  }

  /** Returns null if the state has changed, the link is revoked or the recipient unsubscribed. */
  private async compose(mailId: number): Promise<ComposedMail | null> {
    const found = await this.unsubscribeTokens.findByMail(mailId);
    if (!found) return null;
    const { mail, token, wanted } = found;
    const freight = await this.freightLifecycle.get(found, mail.freightId);
    const pageUrl = this.freightLifecycle.buildTrackingPageUrl(freight);
    if (!wanted || pageUrl === null || !NOTICE_STILL_APPLIES[mail.event](freight)) {
      await this.unsubscribeTokens.discard(found, mail);
      return null;
    }
    const { email, event: notice } = mail;
    const sheet = await this.pageViews.build(found, freight);
    const stopUrl = `${resolvePublicUrl(this.config)}/track/stop/${token}`;
    return buildConsigneeMail({ notice, sheet, email, pageUrl, stopUrl });
  }
}
