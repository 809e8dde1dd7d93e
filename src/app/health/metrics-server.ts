import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { metricsRegistry, processInfo } from '../../platform/metrics.js';
import { ConfigError } from '../../config/env.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves metrics on METRICS_PORT, if it is set. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private readonly logger = new Logger('Metrics');
  private server: Server | undefined;

  constructor(private readonly config: Config) {
    processInfo.set({ role: config.role }, 1);
  }

  async listen(render: () => Promise<string>): Promise<void> {
    const { metricsPort, listenAddress } = this.config;
    if (metricsPort === undefined) return;
    this.server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
      void render().then((text) =>
        response.writeHead(200, { 'Content-Type': metricsRegistry.contentType }).end(text),
      );
    });
    this.server.listen(metricsPort, listenAddress);
    await once(this.server, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`METRICS_PORT: cannot listen on ${metricsPort} (${error.code})`);
    });
    this.logger.log(`Serving metrics on port ${(this.server.address() as AddressInfo).port}`);
  }

  /** @throws ApiError route_missing if the metrics have a port of their own */
  assertSharedPort(): void {
    if (this.config.metricsPort !== undefined) throw new ApiError('route_missing');
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
