import { Module } from '@nestjs/common';
import { ReportsRepository } from './reports.repository.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

@Module({ controllers: [ReportsController], providers: [ReportsRepository, ReportsService] })
export class ReportsModule {}
