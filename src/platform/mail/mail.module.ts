import { Module } from '@nestjs/common';
import { MailOutbox } from './mail-outbox.js';
import { MailTransport } from './mail-transport.js';
import { MailWorker } from './mail-worker.js';

@Module({
  providers: [MailOutbox, MailTransport, MailWorker],
  exports: [MailOutbox],
})
export class MailModule {}
