import type { Json, Route } from './json.js';

/** What a path names, by its first word. */
const RESOURCES: Record<string, string> = {
  quotes: 'quote',
  freight: 'shipment',
  shipments: 'shipment',
  addresses: 'address',
  customers: 'customer',
  invoices: 'invoice',
  bills: 'bill',
  webhooks: 'webhook endpoint',
};

const OTHERS: Record<string, Json> = {
  groupId: { description: 'The `quote_group_id` that the quotes share.', example: 'qg_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99' },
  tracking_number: { description: 'The PRO or tracking number; spaces and dashes do not matter.', example: '104857629' },
  delivery_id: { description: 'The id of the delivery record.', example: '17' },
};

/** Path parameters are strings in the interface, whatever type the handler makes of them. */
export function describePath({ path, operation }: Route): void {
  const [, , , collection] = path.split('/');
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'path' || parameter.description) continue;
    const name = parameter.name as string;
    const known =
      collection === 'carriers'
        ? { description: "The carrier's integer id or its SCAC.", example: 'SIM2' }
        : (OTHERS[name] ?? { description: `The id of the ${RESOURCES[collection!]}.`, example: '42' });
    Object.assign(parameter, known, { schema: { type: 'string' } });
  }
}
