import type { JsonObject, Route } from './document-types.js';

/** Operations whose response contains an id that other operations take. */
interface LinkSource {
  operationIds: string[];
  /** The path of the operations, with parameters. */
  path: string;
  /** The JSON pointer into the response for each parameter of `path`. */
  pointers: Record<string, string>;
  /** The names of the id in queries and bodies. */
  fieldNames?: string[];
}

const FREIGHT_OPERATIONS = ['createFreight', 'bookFreight', 'createShipment', 'bookShipment'];

const LINK_SOURCES: LinkSource[] = [
  {
    operationIds: ['createQuotes'],
    path: '/quotes/{id}',
    pointers: { id: '/data/0/id' },
    fieldNames: ['quote_id'],
  },
  {
    operationIds: ['createQuotes'],
    path: '/quotes/group/{groupId}',
    pointers: { groupId: '/quote_group_id' },
  },
  {
    operationIds: FREIGHT_OPERATIONS,
    path: '/freight/{id}',
    pointers: { id: '/id' },
    fieldNames: ['freight_id', 'shipment_id'],
  },
  { operationIds: FREIGHT_OPERATIONS, path: '/shipments/{id}', pointers: { id: '/id' } },
  { operationIds: ['listCarriers'], path: '/carriers/{id}', pointers: { id: '/data/0/id' } },
  {
    operationIds: ['createCustomer'],
    path: '/customers/{id}',
    pointers: { id: '/id' },
    fieldNames: ['customer_id'],
  },
  {
    operationIds: ['createAddress'],
    path: '/addresses/{id}',
    pointers: { id: '/id' },
    fieldNames: ['address_id'],
  },
  {
    operationIds: ['createProduct'],
    path: '/products/{id}',
    pointers: { id: '/id' },
    fieldNames: ['product_id'],
  },
  { operationIds: ['createTariff'], path: '/tariffs/{id}', pointers: { id: '/id' } },
  {
    operationIds: ['listInvoices'],
    path: '/invoices/{id}',
    pointers: { id: '/data/0/id' },
    fieldNames: ['invoice_id'],
  },
  { operationIds: ['createBill'], path: '/bills/{id}', pointers: { id: '/id' }, fieldNames: ['bill_id'] },
  { operationIds: ['listEvents'], path: '/events/{id}', pointers: { id: '/data/0/id' } },
  { operationIds: ['createInvitation'], path: '/invitations/{id}', pointers: { id: '/id' } },
  { operationIds: ['listMembers'], path: '/members/{id}', pointers: { id: '/data/0/id' } },
  {
    operationIds: ['createCarrierConnection'],
    path: '/carrier-connections/{id}',
    pointers: { id: '/id' },
  },
  { operationIds: ['createKey'], path: '/keys/{id}', pointers: { id: '/id' } },
  {
    operationIds: ['createWebhook'],
    path: '/webhooks/{id}',
    pointers: { id: '/id' },
    fieldNames: ['endpoint_id'],
  },
  {
    operationIds: ['testWebhook', 'resendWebhookDelivery'],
    path: '/webhooks/{id}/deliveries/{delivery_id}',
    pointers: { id: '/endpoint_id', delivery_id: '/id' },
  },
  {
    operationIds: ['listWebhookDeliveries'],
    path: '/webhooks/{id}/deliveries/{delivery_id}',
    pointers: { id: '/data/0/endpoint_id', delivery_id: '/data/0/id' },
  },
  {
    operationIds: ['uploadFreightDocument'],
    path: '/freight/{id}/documents/{document_id}',
    pointers: { id: '/freight_id', document_id: '/id' },
  },
  {
    operationIds: ['startTracking', 'bookFreight', 'bookShipment'],
    path: '/tracking/{tracking_number}',
    pointers: { tracking_number: '/tracking_number' },
  },
];

// OpenAPI Generator rejects documents in which `requestBody` of a link is an object.
const LINKED_BODY = 'x-request-body';

/** Adds links from each source to every operation that takes its id, in the path, the query or the body. */
export function addLinks(routes: Route[], schemas: Record<string, JsonObject>): void {
  for (const source of LINK_SOURCES) {
    for (const { operation } of routes.filter(({ operation }) =>
      source.operationIds.includes(operation.operationId),
    )) {
      const others = routes.filter((route) => route.operation !== operation);
      const links = Object.fromEntries(
        others.flatMap((route) => {
          const { operationId } = route.operation;
          const link = buildLink(source, route, schemas);
          return link ? [[operationId, { operationId, ...link }]] : [];
        }),
      );
      for (const [status, response] of Object.entries(operation.responses)) {
        if (status.startsWith('2')) response.links = { ...(response.links as JsonObject), ...links };
      }
    }
  }
}

/** Returns undefined if the operation does not take the id. */
function buildLink(
  { path, pointers, fieldNames = [] }: LinkSource,
  route: Route,
  schemas: Record<string, JsonObject>,
): JsonObject | undefined {
  const values = Object.entries(pointers).map(([name, pointer]) => [name, `$response.body#${pointer}`]);
  if (isBelow(route.path, `/api/v1${path}`)) return { parameters: Object.fromEntries(values) as JsonObject };
  const value = values[0]![1];
  const query = fieldNames.find((name) => hasQuery(route, name));
  if (query) return { parameters: { [query]: value } };
  const field = fieldNames.find((name) => hasField(route, name, schemas));
  if (field !== undefined) return { [LINKED_BODY]: { [field]: value } };
  const list = fieldNames.find((name) => hasField(route, `${name}s`, schemas));
  return list === undefined ? undefined : { [LINKED_BODY]: { [`${list}s`]: [value] } };
}

/** Returns true for the path itself and for paths below it without further parameters. */
function isBelow(path: string, parent: string): boolean {
  return (path === parent || path.startsWith(`${parent}/`)) && !path.slice(parent.length).includes('{');
}

function hasQuery({ operation }: Route, name: string): boolean {
  return operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === name);
}

function hasField({ operation }: Route, name: string, schemas: Record<string, JsonObject>): boolean {
  const { $ref = '' } = (operation.requestBody?.content['application/json']?.schema ?? {}) as {
    $ref?: string;
  };
  return name in ((schemas[$ref.split('/').pop()!]?.properties ?? {}) as JsonObject);
}
