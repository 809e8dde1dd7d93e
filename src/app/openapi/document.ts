import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { listDefinedEvents } from '../../features/events/define-event.js';
import { RECEIVED_EVENTS_TAG } from './event-webhooks.js';
import { readProjectFile } from '../../platform/http/contract/project-file.js';
import { Extensions } from '../../config/extension.js';
import { finalize } from './finalize.js';
import { GUIDE } from './guide.js';

const TAGS: Record<string, string> = {
  Quotes: 'Rates from every enabled carrier for one shipment.',
  Freight: 'Shipments from draft to delivery, with their documents.',
  Carriers: 'The directory of carriers.',
  Addresses: 'Saved addresses, and address verification.',
  Products: 'Saved products: freight class, NMFC item, packaging, weight and dimensions of a handling unit.',
  Tariffs: 'Contract rates of carriers: by lane, class and weight, with fuel surcharge and accessorials.',
  Customers: 'The customers that the organization ships for.',
  Invoices: 'Invoices for shipments.',
  Bills: 'Freight bills of carriers, audited against the quotes.',
  Reports: 'Totals over a period.',
  Organization: 'The organization of the key: profile, keys, members, limits and audit log.',
  Events: 'The events that webhooks deliver.',
  Webhooks: 'Endpoints for events, and their deliveries.',
  [RECEIVED_EVENTS_TAG]: 'The requests that endpoints receive.',
  Tracking: 'Tracking of shipments and of other PRO numbers.',
  Sandbox: 'Test data: status, reset and simulated events.',
  Shipments: 'The older name of freight. Deprecated.',
  'Freight classes': 'NMFC freight class by density.',
};

export const { version: VERSION } = JSON.parse(readProjectFile('package.json')!) as { version: string };

export function buildDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Lading')
    .setDescription(GUIDE)
    .setVersion(VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'The service that serves this document.')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        // Replaces Nest's default, JWT.
        bearerFormat: 'fk_test_… or fk_live_…',
        description: 'An API key: `fk_test_…` or `fk_live_…`.',
      },
      'apiKey',
    )
    .addSecurityRequirements('apiKey');
  const tags = { ...TAGS, ...app.get(Extensions).tags };
  for (const [tag, description] of Object.entries(tags)) builder.addTag(tag, description);
  const extraModels = listDefinedEvents().map(({ data }) => data);
  return finalize(SwaggerModule.createDocument(app, builder.build(), { extraModels }));
}

export function toYaml(document: OpenAPIObject): string {
  return stringify(document, { aliasDuplicateObjects: false });
}
