import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Config } from './config.js';
import { Extensions } from './extension.js';

/** Makes the settings and the extensions of the process injectable everywhere. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(config: Config, extensions = new Extensions()): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Config, useValue: config },
        { provide: Extensions, useValue: extensions },
      ],
      exports: [Config, Extensions],
    };
  }
}
