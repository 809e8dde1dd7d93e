import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { APP_OPTIONS, configure } from './app.setup.js';
import { Config, ConfigError } from './config.js';
import { openDatabase } from './database/open-database.js';
import { firstStart } from './first-start.js';
import { withoutRouteList } from './http/logging.js';
import { listen } from './listen.js';

/** Starts the service and stops it on a signal: requests first, the database last. */
async function main(): Promise<void> {
  const database = await openDatabase(new Config());
  let stopping = false;
  const stop = async (app?: NestExpressApplication): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await app?.close();
    await database.close();
    process.exit();
  };
  try {
    const app = await NestFactory.create<NestExpressApplication>(
      AppModule.with(database.config),
      APP_OPTIONS,
    );
    app.useLogger(withoutRouteList(app.get(Logger)));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(app));
    const url = await listen(configure(app), database.config.port);
    await firstStart(app, url);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    await stop();
  }
}

main().catch((error: unknown) => {
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
