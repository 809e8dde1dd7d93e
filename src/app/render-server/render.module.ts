import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { Config } from '../../config/config.js';
import { ConfigModule } from '../../config/config.module.js';
import { Browser, BrowserSettings } from '../../platform/pdf/browser.js';
import { loggerOptions } from '../../platform/http/pipeline/logging.js';
import { Draining } from '../health/draining.js';
import { MetricsPort } from '../health/metrics-port.js';
import { RenderController } from './render.controller.js';
import { RenderHealthController } from './render-health.controller.js';

/** A process that prints and does nothing else: no database, no key, no secret but the one that those it prints for know. */
@Module({})
export class RenderModule {
  static with(config: Config): DynamicModule {
    return {
      module: RenderModule,
      imports: [ConfigModule.of(config), LoggerModule.forRoot(loggerOptions(config))],
      controllers: [RenderController, RenderHealthController],
      providers: [{ provide: BrowserSettings, useValue: config.browser }, Browser, Draining, MetricsPort],
    };
  }
}
