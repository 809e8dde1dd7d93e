import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { DataSource } from 'typeorm';
import { AppModule } from '../../src/app/app.module.js';
import { APP_OPTIONS, configureApp } from '../../src/app/configure-app.js';
import { OverloadMiddleware } from '../../src/platform/rate-limits/overload.middleware.js';
import { Config } from '../../src/config/config.js';
import { Extensions } from '../../src/config/extension.js';
import { OrganizationsService } from '../../src/platform/auth/organizations.service.js';
import { checkContract, violations } from './contract-check.js';
import { createDatabase } from './database.js';

/** The service on its own port and database. */
export interface TestApp {
  app: NestExpressApplication;
  url: string;
  sql: DataSource;
  /** Creates an organization, with a client for each of its keys. */
  organization(): Promise<TestOrganization>;
  /** Creates a client that sends the key, or none. */
  client(key?: string): TestAgent;
  close(): Promise<void>;
}

export interface TestOrganization {
  id: number;
  testKey: string;
  liveKey: string;
  test: TestAgent;
  live: TestAgent;
}

/** @param extensions modules of the test, without tables */
export async function startApp(
  env: Record<string, string> = {},
  controllers: Type[] = [],
  extensions: Type[] = [],
): Promise<TestApp> {
  const config = new Config({
    DATABASE_URL: await createDatabase(),
    DATABASE_POOL_SIZE: '10',
    DATA_DIR: process.env.TEST_DATA_DIR,
    CHROMIUM_PATH: process.env.CHROMIUM_PATH,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_ENABLED: 'false',
    // Disables the circuit breaker: tests make carriers fail repeatedly.
    OUTBOUND_REST: '0s',
    ...env,
  });
  const app = await NestFactory.create<NestExpressApplication>(
    withControllers(AppModule.forRoot(config, new Extensions(extensions)), controllers),
    {
      ...APP_OPTIONS,
      abortOnError: false,
      logger: false,
    },
  );
  try {
    await configureApp(app).listen(0, '127.0.0.1');
  } catch (error) {
    await app.close();
    throw error;
  }
  // Disables overload detection: the test runs in the same process and may block it.
  if (env.SHED_LOAD !== 'true') app.get(OverloadMiddleware).onApplicationShutdown();
  const url = await app.getUrl();
  const client = (key?: string): TestAgent => {
    const agent = request.agent(url).use(checkContract as never);
    return key ? agent.set('Authorization', `Bearer ${key}`) : agent;
  };
  return {
    app,
    url,
    sql: app.get(DataSource),
    client,
    async organization() {
      const { organization, testKey, liveKey } = await app.get(OrganizationsService).create('Test');
      return { id: organization.id, testKey, liveKey, test: client(testKey), live: client(liveKey) };
    },
    async close() {
      await app.close();
      const found = violations.splice(0);
      if (found.length > 0)
        throw new Error(
          `openapi/openapi.json does not describe these responses. After an intended change, run npm run openapi.\n${found.join('\n')}`,
        );
    },
  };
}

/** Adds controllers of the test to the app, e.g. one that throws. */
function withControllers(app: DynamicModule, controllers: Type[]): DynamicModule {
  return { ...app, controllers };
}
