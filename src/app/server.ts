import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { APP_OPTIONS, configureApp } from './configure-app.js';
import { configureRenderApp } from './render-server/configure-render-app.js';
import { RenderModule } from './render-server/render.module.js';
import { Config } from '../config/config.js';
import { openDatabase, type OpenDatabase } from '../platform/database/open-database.js';
import { Extensions, type ExtensionModule } from '../config/extension.js';
import { runFirstStart } from './first-start.js';
import { createLogger } from '../platform/http/pipeline/logging.js';
import { listen } from './listen.js';
import { DrainService } from './health/drain.service.js';
import { startTracing } from '../platform/tracing/start-tracing.js';
import { limitHeapGrowth, trimHeap } from './heap.js';

export interface LadingOptions {
  /** Modules of one's own, which stand beside the core's (docs/extending.md). */
  extensions?: readonly ExtensionModule[];
  /** The settings, by the names of the README's table. Default: the environment of the process. */
  env?: Record<string, string | undefined>;
}

/** A service that runs. */
export interface Lading {
  /** Its own address, e.g. `http://localhost:3000`. */
  url: string;
  /** The Nest application, e.g. for `app.get(AcmeThingsService)`. */
  app: NestExpressApplication;
  /** Ends it: requests first, the database last. */
  close(): Promise<void>;
}

/**
 * Starts the service, with modules of one's own, and stops it on a signal.
 * @throws ConfigError for settings, ExtensionError for extensions that can't be used
 */
export async function startLading(options: LadingOptions = {}): Promise<Lading> {
  const lading = await serve(options, trimHeap);
  if (lading.app.get(Config).role === 'worker') limitHeapGrowth();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void shutDown(lading));
  }
  await runFirstStart(lading.app, lading.url);
  return lading;
}

/** What requests and clients get to end by themselves; what is left is cut, and the process ends a moment later. */
const DRAIN_TIMEOUT_MS = 10_000;
const EXIT_TIMEOUT_MS = 13_000;
/** A name that is looked up, in a thread of Node's: `process.exit` waits for it, for as long as that takes. */
const DNS_LOOKUP_RESOURCE = 'GetAddrInfoReqWrap';

/**
 * First everybody is told to go elsewhere, while all is served on; then what has begun is finished. Whoever dawdles
 * does not keep the process: nothing is lost by its death that a crash would not lose.
 */
async function shutDown({ app, close }: Lading): Promise<void> {
  app.get(DrainService).begin();
  await sleep(app.get(Config).shutdownDelayMs);
  const server = app.getHttpServer() as Server;
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  setTimeout(() => {
    process.stderr.write('Something did not end in time: the process ends without it.\n');
    // Last of what listens, so that whatever this process has started is ended: an exit alone waits for Node's threads.
    process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
    process.exit(1);
  }, EXIT_TIMEOUT_MS);
  try {
    await close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
    while (process.getActiveResourcesInfo().includes(DNS_LOOKUP_RESOURCE)) await sleep(50);
    process.exit();
  }
}

/** The service on its database, listening; whoever calls ends it. `prepared` is called when all is made and nobody served. */
export async function serve(
  { extensions: modules, env }: LadingOptions,
  prepared?: () => void,
): Promise<Lading> {
  const extensions = new Extensions(modules);
  const settings = new Config(env);
  const prints = settings.role === 'render';
  const database = prints ? openWithoutDatabase(settings) : await openDatabase(settings, extensions);
  let app: NestExpressApplication | undefined;
  let endTraces: (() => Promise<void>) | undefined;
  let closed: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    try {
      await app?.close();
    } finally {
      await Promise.all([database.close(), endTraces?.()]);
    }
  };
  const close = (): Promise<void> => (closed ??= end());
  try {
    endTraces = await startTracing(database.config);
    app = await NestFactory.create<NestExpressApplication>(
      prints ? RenderModule.forRoot(database.config) : AppModule.forRoot(database.config, extensions),
      { ...APP_OPTIONS, logger: createLogger(database.config) },
    );
    await (prints ? configureRenderApp : configureApp)(app).init();
    prepared?.();
    return {
      url: await listen(app, database.config.port),
      app,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What only prints needs none: whoever breaks out of its browser finds no address of one. */
function openWithoutDatabase(config: Config): OpenDatabase {
  return { config, close: () => Promise.resolve() };
}
