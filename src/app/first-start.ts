import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { Config } from '../config/config.js';
import { seedDemoData } from './demo/demo-seeder.js';
import { MemberAdmin, type MemberWithLink } from '../features/members/member-admin.js';
import { OrganizationsService, type NewOrganization } from '../platform/auth/organizations.service.js';

const EXAMPLE_QUOTE_REQUEST = {
  origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
  destination: { city: 'Chicago', state: 'IL', zip: '60601' },
  items: [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 }],
};

/** Says where the service is. On an empty database it also makes the demo organization and shows its keys, this once. */
export async function runFirstStart(app: NestExpressApplication, url: string): Promise<void> {
  const { production, role, demoData } = app.get(Config);
  const servesApi = role !== 'worker' && role !== 'render';
  // A worker's output is not where somebody looks for keys.
  const demo = production || !servesApi ? null : await app.get(OrganizationsService).createFirst('Demo');
  if (demo && demoData) await seedDemo(app, demo);
  const admin = demo && (await createDemoAdmin(app, demo, url));
  const pages = servesApi ? `Swagger UI: ${url}/docs\n` : '';
  process.stdout.write(
    `\nLading listens on ${url}\n${pages}${demo ? buildWelcomeMessage(demo, url, admin!) : ''}\n`,
  );
}

/** Nobody is written to at it: the link is what signs in. */
const DEMO_ADMIN = { email: 'admin@demo.example', role: 'admin', name: 'Demo admin' } as const;

function createDemoAdmin(
  app: NestExpressApplication,
  { organization }: NewOrganization,
  url: string,
): Promise<MemberWithLink> {
  return app.get(MemberAdmin).add(organization.id, DEMO_ADMIN, url);
}

/** The service serves without it too. */
async function seedDemo(app: NestExpressApplication, { organization }: NewOrganization): Promise<void> {
  try {
    await seedDemoData(app, organization.id);
  } catch (error) {
    app.get(Logger).warn(error, 'The demo organization has no data.');
  }
}

function buildWelcomeMessage(
  { testKey, liveKey }: NewOrganization,
  url: string,
  { member, link }: MemberWithLink,
): string {
  return `
The demo organization's keys, shown this once:
  test  ${testKey}
  live  ${liveKey}

Sign in to the dashboard, once within a day (later: npm run -s cli -- member link ${member.id}):

${link}

Quotes from five simulated carriers:

curl -s ${url}/api/v1/quotes \\
  -H 'Authorization: Bearer ${testKey}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(EXAMPLE_QUOTE_REQUEST)}'
`;
}
