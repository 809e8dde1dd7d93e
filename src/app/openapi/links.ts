import type { JsonObject, Route } from './document-types.js';

/** Operations whose response contains an id that other operations take. */
interface LinkSource {
  operationIds: string[];
  /** The path of the operations that take the id, with a parameter for it. */
  path: string;
  /** The JSON pointer into the response for each parameter of `path`. */
  pointers: Record<string, string>;
  /** The names of the id in queries and bodies. */
  fieldNames: string[];
}

const CREATED = { id: '/id' };
const FIRST_LISTED = { id: '/data/0/id' };
const FREIGHT = ['createFreight', 'bookFreight', 'createShipment', 'bookShipment'];
const DELIVERY_PATH = '/webhooks/{id}/deliveries/{delivery_id}';
const DOCUMENT_PATH = '/freight/{id}/documents/{document_id}';

const source = (
  operationIds: string[],
  path: string,
  pointers: Record<string, string> = CREATED,
  ...fieldNames: string[]
): LinkSource => ({ operationIds, path, pointers, fieldNames });

const LINK_SOURCES: LinkSource[] = [
  source(['createQuotes'], '/quotes/{id}', FIRST_LISTED, 'quote_id'),
  source(['createQuotes'], '/quotes/group/{groupId}', { groupId: '/quote_group_id' }),
  source(FREIGHT, '/freight/{id}', CREATED, 'freight_id', 'shipment_id'),
  source(FREIGHT, '/shipments/{id}'),
  source(['listCarriers'], '/carriers/{id}', FIRST_LISTED),
  source(['createCustomer'], '/customers/{id}', CREATED, 'customer_id'),
  source(['createAddress'], '/addresses/{id}', CREATED, 'address_id'),
  source(['createProduct'], '/products/{id}', CREATED, 'product_id'),
  source(['createTariff'], '/tariffs/{id}'),
  source(['listInvoices'], '/invoices/{id}', FIRST_LISTED, 'invoice_id'),
  source(['createBill'], '/bills/{id}', CREATED, 'bill_id'),
  source(['createEdiPartner'], '/edi/partners/{id}', CREATED, 'partner_id'),
  source(['receiveEdiInterchange'], '/edi/interchanges/{id}', CREATED, 'interchange_id'),
  source(['listEvents'], '/events/{id}', FIRST_LISTED),
  source(['createInvitation'], '/invitations/{id}'),
  source(['listMembers'], '/members/{id}', FIRST_LISTED),
  source(['createCarrierConnection'], '/carrier-connections/{id}'),
  source(['createKey'], '/keys/{id}'),
  source(['createWebhook'], '/webhooks/{id}', CREATED, 'endpoint_id'),
  source(['testWebhook', 'resendWebhookDelivery'], DELIVERY_PATH, { id: '/endpoint_id', delivery_id: '/id' }),
  source(['listWebhookDeliveries'], DELIVERY_PATH, {
    id: '/data/0/endpoint_id',
    delivery_id: '/data/0/id',
  }),
  source(['uploadFreightDocument'], DOCUMENT_PATH, { id: '/freight_id', document_id: '/id' }),
  source(['startTracking', 'bookFreight', 'bookShipment'], '/tracking/{tracking_number}', {
    tracking_number: '/tracking_number',
  }),
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

function buildLink(
  { path, pointers, fieldNames }: LinkSource,
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
