import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { HealthCheckResult } from '@nestjs/terminus';
import type { Response } from 'express';
import { Public } from '../../platform/auth/key.guard.js';
import { ReadinessService } from './readiness.service.js';

@Public()
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: ReadinessService) {}

  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Returns 503 with the failed component and the reason if the process cannot work. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<HealthCheckResult> {
    const result = await this.readiness.check();
    response.status(result.status === 'ok' ? 200 : 503);
    return result;
  }
}
