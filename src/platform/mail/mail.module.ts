import { Module } from '@nestjs/common';
import { MailJobs } from './mail.jobs.js';
import { MailOutbox } from './mail-outbox.js';
import { MailRetentionService } from './mail-retention.service.js';
import { MailTransport } from './mail-transport.js';
import { MailWorker } from './mail-worker.js';

@Module({
  providers: [MailJobs, MailOutbox, MailRetentionService, MailTransport, MailWorker],
  exports: [MailOutbox],
})
export class MailModule {}
