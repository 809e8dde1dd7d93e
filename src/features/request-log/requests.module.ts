import { Module } from '@nestjs/common';
import { RequestLog } from './request-log.js';
import { RequestsController } from './requests.controller.js';
import { RequestsJobs } from './requests.jobs.js';
import { RequestsRepository } from './requests.repository.js';
import { RequestsService } from './requests.service.js';

@Module({
  controllers: [RequestsController],
  providers: [RequestLog, RequestsJobs, RequestsRepository, RequestsService],
})
export class RequestsModule {}
