import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { Config } from '../../config/config.js';
import { ConfigModule } from '../../config/config.module.js';
import { ChromiumPrinter, ChromiumPrinterSettings } from '../../platform/pdf/chromium-printer.js';
import { buildLoggerOptions } from '../../platform/http/pipeline/logging.js';
import { DrainService } from '../health/drain.service.js';
import { MetricsServer } from '../health/metrics-server.js';
import { RenderController } from './render.controller.js';
import { RenderHealthController } from './render-health.controller.js';

/** A process that prints and does nothing else: no database, no key, no secret but the one that those it prints for know. */
@Module({})
export class RenderModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: RenderModule,
      imports: [ConfigModule.forRoot(config), LoggerModule.forRoot(buildLoggerOptions(config))],
      controllers: [RenderController, RenderHealthController],
      providers: [
        { provide: ChromiumPrinterSettings, useValue: config.browser },
        ChromiumPrinter,
        DrainService,
        MetricsServer,
      ],
    };
  }
}
