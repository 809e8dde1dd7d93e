import { Module } from '@nestjs/common';
import { ReportRows } from './report-rows.js';
import { ReportsController } from './reports.controller.js';
import { Reports } from './reports.service.js';

/** What happened over a while, added up. */
@Module({ controllers: [ReportsController], providers: [ReportRows, Reports] })
export class ReportsModule {}
