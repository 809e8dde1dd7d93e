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

/** A process that only renders PDFs: no database, no encryption key, no secret except RENDER_SECRET. */
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
