import { Module } from '@nestjs/common';
import { FreightDocumentsModule } from '../freight/documents/freight-documents.module.js';
import { ShipmentModule } from '../freight/record/shipment.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { TrackingModule } from '../tracking/tracking.module.js';
import { ConsigneeMails } from './consignee-mails.service.js';
import { Notices } from './notices.service.js';
import { PageTokens } from './page-tokens.js';
import { SharingJobs } from './sharing.jobs.js';
import { StopTokens } from './stop-tokens.js';
import { TrackingLinksController } from './tracking-links.controller.js';
import { TrackingLinksRepository } from './tracking-links.repository.js';
import { TrackingLinksService } from './tracking-links.service.js';
import { TrackingMailsRepository } from './tracking-mails.repository.js';
import { TrackingPageController } from './tracking-page.controller.js';
import { TrackingPages } from './tracking-pages.js';
import { TrackingSheets } from './tracking-sheet.js';

/** What the consignee of a shipment is shown and told, without a key. */
@Module({
  imports: [FreightDocumentsModule, MailModule, ShipmentModule, TrackingModule],
  controllers: [TrackingLinksController, TrackingPageController],
  providers: [
    ConsigneeMails,
    Notices,
    PageTokens,
    SharingJobs,
    StopTokens,
    TrackingLinksRepository,
    TrackingLinksService,
    TrackingMailsRepository,
    TrackingPages,
    TrackingSheets,
  ],
})
export class SharingModule {}
