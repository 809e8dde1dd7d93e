import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { HealthCheckResult } from '@nestjs/terminus';
import type { Response } from 'express';
import { Public } from '../../platform/auth/key.guard.js';
import { METRICS_TYPE, MetricsServer } from './metrics-server.js';
import { MetricsService } from './metrics.service.js';
import { ReadinessService } from './readiness.service.js';

@Public()
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: ReadinessService,
    private readonly metrics: MetricsService,
    private readonly metricsServer: MetricsServer,
  ) {}

  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Returns 503 with the failed component and the reason if the process cannot work. */
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<HealthCheckResult> {
    const result = await this.readiness.check();
    response.status(result.status === 'ok' ? 200 : 503);
    return result;
  }

  @Get('metrics')
  @Header('Content-Type', METRICS_TYPE)
  text(): Promise<string> {
    this.metricsServer.assertSharedPort();
    return this.metrics.render();
  }
}
