import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { Shipments } from '../freight/record/shipments.js';
import { publicBase } from '../../platform/http/pipeline/public-base.js';
import { MailOutbox, type ComposedMail } from '../../platform/mail/mail-outbox.js';
import { consigneeMail, CONSIGNEE_MAIL } from './consignee-mail.js';
import type { Notice } from './notices.js';
import { StopTokens } from './stop-tokens.js';
import { TrackingSheets } from './tracking-sheet.js';

/** Whether what a mail tells is still so: one that waited for its server must not tell of yesterday. */
const HOLDS: Record<Notice, (freight: Freight) => boolean> = {
  booked: ({ status }) => status === 'carrier_accepted' || status === 'scheduled',
  out_for_delivery: ({ status, trackingStatus }) =>
    status === 'in_transit' && trackingStatus === 'out_for_delivery',
  delivered: ({ status }) => status === 'delivered',
  exception: ({ status, trackingStatus }) => status === 'in_transit' && trackingStatus === 'exception',
};

/** Writes the mails to consignees as they are sent: their links stand nowhere in the open, and they tell what is so then. */
@Injectable()
export class ConsigneeMails {
  constructor(
    outbox: MailOutbox,
    private readonly stops: StopTokens,
    private readonly shipments: Shipments,
    private readonly sheets: TrackingSheets,
    private readonly config: Config,
  ) {
    outbox.composeBy(CONSIGNEE_MAIL, (mailId) => this.compose(mailId));
  }

  /** Null when nobody is to get it any more: it is over, the link is revoked, or the address has had enough. */
  private async compose(mailId: number): Promise<ComposedMail | null> {
    const found = await this.stops.inMail(mailId);
    if (!found) return null;
    const { mail, token, wanted } = found;
    const freight = await this.shipments.get(found, mail.freightId);
    const pageUrl = this.shipments.trackingPageUrl(freight);
    if (!wanted || pageUrl === null || !HOLDS[mail.event](freight)) {
      await this.stops.forget(found, mail);
      return null;
    }
    const { email, event: notice } = mail;
    const sheet = await this.sheets.of(found, freight);
    const stopUrl = `${publicBase(this.config)}/track/stop/${token}`;
    return consigneeMail({ notice, sheet, email, pageUrl, stopUrl });
  }
}
