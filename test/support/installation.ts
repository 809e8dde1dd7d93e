import { createEmptyDatabase } from './database.js';
import { eventually } from './eventually.js';
import { startService } from './service-process.js';
import { seedDemoData } from '../../src/app/demo/demo-seeder.js';
import { OrganizationsService, type NewOrganization } from '../../src/platform/auth/organizations.service.js';
import type { TestApp } from './app.js';

/** A new installation, with the values that its first start prints. */
export interface Installation {
  /** The address of the printed link. */
  url: string;
  /** Signs in to the dashboard once. */
  signInLink: string;
  /** Reads a path of the API with the printed test key. */
  get<T>(path: string): Promise<T>;
  stop(): Promise<void>;
}

/** Starts the service on an empty database. */
export async function startInstallation(env: Record<string, string> = {}): Promise<Installation> {
  const service = await startService({ DATABASE_URL: await createEmptyDatabase(), ...env });
  const link = await eventually(() => /^http:\S+#token=\S+$/m.exec(service.output())?.[0]);
  const key = /fk_test_\w+/.exec(service.output())![0];
  const url = new URL(link!).origin;
  return {
    url,
    signInLink: link!,
    async get<T>(path: string) {
      const response = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
      return (await response.json()) as T;
    },
    stop: () => service.stop(),
  };
}

/** Creates the demo organization of a first start on an empty database. */
export async function createDemoOrganization({ app }: TestApp): Promise<NewOrganization> {
  const demo = (await app.get(OrganizationsService).createFirst('Demo'))!;
  await seedDemoData(app, demo.organization.id);
  return demo;
}
