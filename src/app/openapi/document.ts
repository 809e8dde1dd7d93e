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
  Freight: 'Shipments from draft to delivery, with their papers.',
  Carriers: 'The directory of carriers.',
  Addresses: 'A book of addresses for reuse, and their verification.',
  Products: 'Commodities for reuse: class, NMFC item, packaging, weight and sides of a handling unit.',
  Tariffs: 'Prices agreed on with carriers: rates by lane, class and weight, fuel and services.',
  Customers: 'Whom the organization ships for.',
  Invoices: 'What is to be paid for shipments.',
  Bills: 'Carriers’ freight bills, audited against the quotes.',
  Reports: 'What happened over a while, added up.',
  Organization: 'Who the key belongs to, and what its papers say of it.',
  Events: 'What happened, as webhooks were told it.',
  Webhooks: 'Where events are sent, and what became of them.',
  [RECEIVED_EVENTS_TAG]: 'What endpoints are sent.',
  Tracking: 'Shipments and other numbers on their way.',
  Sandbox: 'Test data: its counts, its end, and events at will.',
  Shipments: 'The older name of freight, deprecated.',
  'Freight classes': 'The NMFC class of freight by its density.',
};

/** The package's own: one release, one version. */
export const { version: VERSION } = JSON.parse(readProjectFile('package.json')!) as { version: string };

/** The OpenAPI document, made from the controllers and DTOs of the app. */
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
        // Nest's own default says JWT.
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
