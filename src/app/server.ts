import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
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
import { GuidesBuild } from './guides/guides-build.js';
import { createLogger } from '../platform/http/pipeline/logging.js';
import { listen } from './listen.js';
import { DrainService } from './health/drain.service.js';
import { startTracing } from '../platform/tracing/start-tracing.js';
import { limitHeapGrowth, trimHeap } from './heap.js';

export interface LadingOptions {
  /** Extension modules (docs/how-to/extending.md). */
  extensions?: readonly ExtensionModule[];
  /** Settings by their names in the README. Default: the environment of the process. */
  env?: Record<string, string | undefined>;
}

export interface Lading {
  /** Its local address, e.g. `http://localhost:3000`. */
  url: string;
  /** The Nest application, e.g. for `app.get(AcmeThingsService)`. */
  app: NestExpressApplication;
  /** Stops the service: requests first, the database last. */
  close(): Promise<void>;
}

/**
 * Starts the service with its extensions, and stops it on SIGINT, SIGTERM or SIGHUP.
 * @throws ConfigError for invalid settings, ExtensionError for invalid extensions
 */
export async function startLading(options: LadingOptions = {}): Promise<Lading> {
  const lading = await serve(options, trimHeap);
  for (const warning of lading.app.get(Config).misspelled) new Logger('Settings').warn(warning);
  if (lading.app.get(Config).role === 'worker') limitHeapGrowth();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void shutDown(lading));
  }
  await runFirstStart(lading.app, lading.url);
  const { role, guides } = lading.app.get(Config);
  if (guides && (role === 'all' || role === 'api')) lading.app.get(GuidesBuild).start();
  return lading;
}

/** Requests in progress are cut after the first, the process exits after the second. */
const DRAIN_TIMEOUT_MS = 10_000;
const EXIT_TIMEOUT_MS = 13_000;
// A DNS lookup in Node's thread pool, which `process.exit` would wait for.
const DNS_LOOKUP_RESOURCE = 'GetAddrInfoReqWrap';

/**
 * Keeps serving during SHUTDOWN_DELAY, so that proxies move on, then finishes requests in progress. A hanging request
 * does not keep the process: killing it loses nothing that a crash would not lose.
 */
async function shutDown({ app, close }: Lading): Promise<void> {
  new Logger('Shutdown').log('Stopping: finishing requests and jobs.');
  app.get(DrainService).begin();
  await sleep(app.get(Config).shutdownDelayMs);
  const server = app.getHttpServer() as Server;
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  setTimeout(() => {
    process.stderr.write('Shutdown timed out. The process exits without waiting.\n');
    // Registered last, after child processes are killed. SIGKILL, because exit waits for Node's threads.
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

/** Starts the service; the caller stops it. @param onReady called before the service listens */
export async function serve(
  { extensions: modules, env }: LadingOptions,
  onReady?: () => void,
): Promise<Lading> {
  const extensions = new Extensions(modules);
  const settings = Config.read(env);
  const isRenderer = settings.role === 'render';
  const database = isRenderer ? openWithoutDatabase(settings) : await openDatabase(settings, extensions);
  let app: NestExpressApplication | undefined;
  let stopTracing: (() => Promise<void>) | undefined;
  let closed: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    try {
      await app?.close();
    } finally {
      await Promise.all([database.close(), stopTracing?.()]);
    }
  };
  const close = (): Promise<void> => (closed ??= closeAll());
  try {
    stopTracing = await startTracing(database.config);
    app = await NestFactory.create<NestExpressApplication>(
      isRenderer ? RenderModule.forRoot(database.config) : AppModule.forRoot(database.config, extensions),
      { ...APP_OPTIONS, logger: createLogger(database.config) },
    );
    await (isRenderer ? configureRenderApp : configureApp)(app).init();
    onReady?.();
    return { url: await listen(app, database.config), app, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A render process has no database, so that a compromised Chromium finds no address of one. */
function openWithoutDatabase(config: Config): OpenDatabase {
  return { config, close: () => Promise.resolve() };
}
