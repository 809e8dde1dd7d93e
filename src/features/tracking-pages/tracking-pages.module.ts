import { Module } from '@nestjs/common';
import { FreightDocumentsModule } from '../freight/documents/freight-documents.module.js';
import { FreightRecordModule } from '../freight/record/freight-record.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { TrackingModule } from '../tracking/tracking.module.js';
import { ConsigneeMailQueue } from './consignee-mail-queue.js';
import { ConsigneeMailComposer } from './consignee-mail-composer.js';
import { NoticesService } from './notices.service.js';
import { TrackingLinkTokenService } from './tracking-link-token.service.js';
import { UnsubscribeTokenService } from './unsubscribe-token.service.js';
import { TrackingLinksController } from './tracking-links.controller.js';
import { TrackingLinksRepository } from './tracking-links.repository.js';
import { TrackingLinksService } from './tracking-links.service.js';
import { TrackingMailsRepository } from './tracking-mails.repository.js';
import { TrackingPageController } from './tracking-page.controller.js';
import { TrackingPageService } from './tracking-page.service.js';
import { TrackingPageViewService } from './tracking-page-view.service.js';

/** Public tracking pages and email updates for consignees. */
@Module({
  imports: [FreightDocumentsModule, MailModule, FreightRecordModule, TrackingModule],
  controllers: [TrackingLinksController, TrackingPageController],
  providers: [
    ConsigneeMailQueue,
    ConsigneeMailComposer,
    NoticesService,
    TrackingLinkTokenService,
    UnsubscribeTokenService,
    TrackingLinksRepository,
    TrackingLinksService,
    TrackingMailsRepository,
    TrackingPageService,
    TrackingPageViewService,
  ],
})
export class TrackingPagesModule {}
