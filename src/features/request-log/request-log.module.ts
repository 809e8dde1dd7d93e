import { Module } from '@nestjs/common';
import { RequestLogMiddleware } from './request-log.middleware.js';
import { RequestsController } from './requests.controller.js';
import { RequestsRepository } from './requests.repository.js';
import { RequestsService } from './requests.service.js';

@Module({
  controllers: [RequestsController],
  providers: [RequestLogMiddleware, RequestsRepository, RequestsService],
})
export class RequestLogModule {}
