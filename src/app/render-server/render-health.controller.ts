import { Controller, Get, Header, Res, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../../config/config.js';
import { hasChromium } from '../../platform/pdf/chromium.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { METERS } from '../../platform/metrics.js';
import { Draining } from '../health/draining.js';
import { MetricsPort } from '../health/metrics-port.js';

/** Health and metrics of a process that only prints. */
@ApiExcludeController()
@Controller()
export class RenderHealthController implements OnApplicationBootstrap {
  constructor(
    private readonly draining: Draining,
    private readonly port: MetricsPort,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.port.open(() => METERS.metrics());
  }

  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<object> {
    const message = await this.trouble();
    response.status(message === null ? 200 : 503);
    return message === null
      ? { status: 'ok' }
      : { status: 'error', error: { process: { status: 'down', message } } };
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    if (this.config.metricsPort !== undefined) throw new ApiError('route_missing');
    return METERS.metrics();
  }

  private async trouble(): Promise<string | null> {
    if (this.draining.active) return 'stopping';
    return (await hasChromium(this.config.browser.chromiumPath)) ? null : 'no Chromium';
  }
}
