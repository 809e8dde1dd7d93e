import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { stringify } from 'yaml';
import { listDefinedEvents } from '../../features/events/define-event.js';
import { RECEIVED_EVENTS_TAG } from './event-webhooks.js';
import { readProjectFile } from '../../platform/http/contract/project-file.js';
import { Extensions } from '../../config/extension.js';
import { METHODS } from './document-types.js';
import { DEPRECATED_TAG, finalize } from './finalize.js';
import { GUIDE } from './guide.js';

type PathItemObject = OpenAPIObject['paths'][string];

/** In the order of a shipment's life, then what an installation sets up, then what integrators use. */
const TAGS: Record<string, string> = {
  Quotes: 'Rates from every enabled carrier for one shipment.',
  'Freight classes': 'NMFC freight classes by density.',
  Freight: 'Shipments from draft to delivery, with their documents.',
  Tracking: 'Tracking of shipments and of any other PRO number.',
  Invoices: 'Customer invoices, payments and aging.',
  Bills: "Carriers' freight bills, audited against the quotes.",
  Reports: 'Spend, transit and billing reports.',
  Customers: 'Customers that you ship for, with their markup.',
  Addresses: 'Saved addresses, and address verification.',
  Products: 'Saved products: freight class, NMFC item, packaging, weight and dimensions of a handling unit.',
  Carriers: 'Carriers, carrier connections and adapters.',
  Tariffs:
    'Your contract rates with carriers: by lane, class and weight, with fuel surcharge and accessorials.',
  EDI: 'Trading partners, and the X12 documents that they send: bills, shipment statuses and tender responses.',
  Events: 'Events of shipments, quotes, invoices, bills and customers.',
  Webhooks: 'Webhook endpoints and their deliveries.',
  [RECEIVED_EVENTS_TAG]: 'The requests that Lading sends to your endpoints.',
  Organization: 'Your organization: profile, API keys, members, limits and audit log.',
  Sandbox: 'Test data: status, reset and simulated events.',
  [DEPRECATED_TAG]: 'The deprecated `/shipments` paths. Use `/freight` instead.',
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
  const document = finalize(SwaggerModule.createDocument(app, builder.build(), { extraModels }));
  return { ...document, paths: sortPaths(document.paths, Object.keys(tags)) };
}

/** Sorts by tag. The deprecated paths have the last one. */
function sortPaths(paths: OpenAPIObject['paths'], tags: string[]): OpenAPIObject['paths'] {
  const toRank = (item: PathItemObject) => {
    const { tags: [tag = ''] = [] } = METHODS.map((method) => item[method]).find(Boolean) ?? {};
    return tag === DEPRECATED_TAG ? tags.length : tags.indexOf(tag);
  };
  return Object.fromEntries(
    Object.entries(paths).toSorted(([, first], [, second]) => toRank(first) - toRank(second)),
  );
}

export function toYaml(document: OpenAPIObject): string {
  return stringify(document, { aliasDuplicateObjects: false });
}
