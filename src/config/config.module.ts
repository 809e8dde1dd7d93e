import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Config } from './config.js';
import { Extensions } from './extension.js';

/** Makes what this process was started with injectable everywhere: its settings and its extensions. */
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
