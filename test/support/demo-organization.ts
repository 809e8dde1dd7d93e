import { seedDemoData } from '../../src/app/demo/demo-seeder.js';
import { OrganizationsService, type NewOrganization } from '../../src/platform/auth/organizations.service.js';
import type { TestApp } from './app.js';

/** The demo organization as a first start on an empty database makes it. */
export async function createDemoOrganization({ app }: TestApp): Promise<NewOrganization> {
  const demo = (await app.get(OrganizationsService).createFirst('Demo'))!;
  await seedDemoData(app, demo.organization.id);
  return demo;
}
