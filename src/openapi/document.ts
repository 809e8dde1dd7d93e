import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { finalize } from './finalize.js';

const TAGS: Record<string, string> = {
  Quotes: 'Rates from every enabled carrier for one shipment.',
  Freight: 'Shipments from draft to delivery, with their papers.',
  Carriers: 'The directory of carriers.',
  Addresses: 'A book of addresses for reuse, and their verification.',
  Customers: 'Whom the organization ships for.',
  Invoices: 'What is to be paid for shipments.',
  Bills: 'Carriers’ freight bills, audited against the quotes.',
  Webhooks: 'Where events are sent, and what became of them.',
  Tracking: 'Shipments and other numbers on their way.',
  Sandbox: 'Test data: its counts, its end, and events at will.',
  Shipments: 'The older name of freight, deprecated.',
  'Freight classes': 'The NMFC class of freight by its density.',
};

const DESCRIPTION = `Quote, book and track less-than-truckload freight with many carriers through one API.

Money is in integer cents, weights in pounds, dimensions in inches, times in ISO 8601 UTC.
A key that starts with \`fk_test_\` works on test data with simulated carriers; one that starts with \`fk_live_\` ships real freight.`;

/** The OpenAPI document, made from the controllers and DTOs of the app. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Lading')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'The service that serves this document.')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key: `fk_test_…` or `fk_live_…`.' }, 'apiKey')
    .addSecurityRequirements('apiKey');
  for (const [tag, description] of Object.entries(TAGS)) builder.addTag(tag, description);
  return finalize(SwaggerModule.createDocument(app, builder.build()));
}
