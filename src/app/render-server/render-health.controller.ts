import { Controller, Get, Header, Res, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../../config/config.js';
import { hasChromium } from '../../platform/pdf/chromium.js';

import { metricsRegistry } from '../../platform/metrics.js';
import { DrainService } from '../health/drain.service.js';
import { METRICS_TYPE, MetricsServer } from '../health/metrics-server.js';

@ApiExcludeController()
@Controller()
export class RenderHealthController implements OnApplicationBootstrap {
  constructor(
    private readonly draining: DrainService,
    private readonly metricsServer: MetricsServer,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.metricsServer.listen(() => metricsRegistry.metrics());
  }

  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<object> {
    const message = await this.findProblem();
    response.status(message === null ? 200 : 503);
    return message === null
      ? { status: 'ok' }
      : { status: 'error', error: { process: { status: 'down', message } } };
  }

  @Get('metrics')
  @Header('Content-Type', METRICS_TYPE)
  metrics(): Promise<string> {
    this.metricsServer.assertSharedPort();
    return metricsRegistry.metrics();
  }

  private async findProblem(): Promise<string | null> {
    if (this.draining.isDraining) return 'stopping';
    return (await hasChromium(this.config.browser.chromiumPath)) ? null : 'Chromium was not found';
  }
}
