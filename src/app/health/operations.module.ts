import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Draining } from './draining.js';
import { HealthController } from './health.controller.js';
import { Deployment } from './deployment.js';
import { MetricsPort } from './metrics-port.js';
import { Metrics } from './metrics.service.js';
import { MetricsController } from './metrics.controller.js';
import { Readiness } from './readiness.js';

/** What operators look at: health and metrics. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, MetricsController],
  providers: [Deployment, Draining, Metrics, MetricsPort, Readiness],
})
export class OperationsModule {}
