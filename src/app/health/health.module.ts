import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { DrainService } from './drain.service.js';
import { HealthController } from './health.controller.js';
import { DeploymentService } from './deployment.service.js';
import { MetricsServer } from './metrics-server.js';
import { MetricsService } from './metrics.service.js';

import { ReadinessService } from './readiness.service.js';

@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [DeploymentService, DrainService, MetricsService, MetricsServer, ReadinessService],
})
export class HealthModule {}
