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

/** The service on a port and a database of its own. */
export interface TestApp {
  app: NestExpressApplication;
  url: string;
  sql: DataSource;
  /** An organization of its own, with a client for each of its keys. */
  organization(): Promise<TestOrganization>;
  /** A client that sends the key, or none. */
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

/** @param extensions modules of the test's own, which bring no tables */
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
    // Carriers that are made to fail again and again are asked again and again, but in the test of their rest.
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
  // A test shares its process with the app: what holds it up is no overload, but in the test of that.
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

/** The app with controllers of the test's own, e.g. one that throws. */
function withControllers(app: DynamicModule, controllers: Type[]): DynamicModule {
  return { ...app, controllers };
}
