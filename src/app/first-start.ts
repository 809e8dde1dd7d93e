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

/** Prints the address. On an empty database, also creates the demo organization and prints its keys. */
export async function runFirstStart(app: NestExpressApplication, url: string): Promise<void> {
  const { production, role, demoData } = app.get(Config);
  const servesApi = role !== 'worker' && role !== 'render';
  // Only operators of an API process look for keys in its output.
  const demo = production || !servesApi ? null : await app.get(OrganizationsService).createFirst('Demo');
  if (demo && demoData) await seedDemo(app, demo);
  const admin = demo && (await createDemoAdmin(app, demo, url));
  const pages = servesApi ? `Swagger UI: ${url}/docs\n` : '';
  process.stdout.write(
    `\nLading listens on ${url}\n${pages}${demo ? buildWelcomeMessage(demo, url, admin!) : ''}\n`,
  );
}

// Signs in by the printed link; this address receives no mail.
const DEMO_ADMIN = { email: 'admin@demo.example', role: 'admin', name: 'Demo admin' } as const;

function createDemoAdmin(
  app: NestExpressApplication,
  { organization }: NewOrganization,
  url: string,
): Promise<MemberWithLink> {
  return app.get(MemberAdmin).add(organization.id, DEMO_ADMIN, url);
}

async function seedDemo(app: NestExpressApplication, { organization }: NewOrganization): Promise<void> {
  try {
    await seedDemoData(app, organization.id);
  } catch (error) {
    app.get(Logger).warn(error, 'Seeding the demo organization failed.');
  }
}

function buildWelcomeMessage(
  { testKey, liveKey }: NewOrganization,
  url: string,
  { member, link }: MemberWithLink,
): string {
  return `
API keys of the demo organization, shown only once:
  test  ${testKey}
  live  ${liveKey}

Dashboard sign-in link. It works once and expires in a day. To create another one, run npm run -s cli -- member link ${member.id}

${link}

Request quotes from five simulated carriers:

curl -s ${url}/api/v1/quotes \\
  -H 'Authorization: Bearer ${testKey}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(EXAMPLE_QUOTE_REQUEST)}'
`;
}
