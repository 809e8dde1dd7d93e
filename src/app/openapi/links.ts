import type { Json, Route } from './json.js';

/** An operation whose answer names something that others then ask for. */
interface Source {
  from: string[];
  /** Where it is asked for, with a place for each name. */
  path: string;
  /** For each place in `path`: where the answer has it, as a JSON pointer. */
  gives: Record<string, string>;
  /** What queries and bodies call its id. */
  names?: string[];
}

const SHIPMENTS = ['createFreight', 'bookFreight', 'createShipment', 'bookShipment'];

const SOURCES: Source[] = [
  { from: ['createQuotes'], path: '/quotes/{id}', gives: { id: '/data/0/id' }, names: ['quote_id'] },
  { from: ['createQuotes'], path: '/quotes/group/{groupId}', gives: { groupId: '/quote_group_id' } },
  { from: SHIPMENTS, path: '/freight/{id}', gives: { id: '/id' }, names: ['freight_id', 'shipment_id'] },
  { from: SHIPMENTS, path: '/shipments/{id}', gives: { id: '/id' } },
  { from: ['listCarriers'], path: '/carriers/{id}', gives: { id: '/data/0/id' } },
  { from: ['createCustomer'], path: '/customers/{id}', gives: { id: '/id' }, names: ['customer_id'] },
  { from: ['createAddress'], path: '/addresses/{id}', gives: { id: '/id' }, names: ['address_id'] },
  { from: ['createProduct'], path: '/products/{id}', gives: { id: '/id' }, names: ['product_id'] },
  { from: ['createTariff'], path: '/tariffs/{id}', gives: { id: '/id' } },
  { from: ['listInvoices'], path: '/invoices/{id}', gives: { id: '/data/0/id' }, names: ['invoice_id'] },
  { from: ['createBill'], path: '/bills/{id}', gives: { id: '/id' }, names: ['bill_id'] },
  { from: ['listEvents'], path: '/events/{id}', gives: { id: '/data/0/id' } },
  { from: ['createInvitation'], path: '/invitations/{id}', gives: { id: '/id' } },
  { from: ['listMembers'], path: '/members/{id}', gives: { id: '/data/0/id' } },
  {
    from: ['createCarrierConnection'],
    path: '/carrier-connections/{id}',
    gives: { id: '/id' },
  },
  { from: ['createKey'], path: '/keys/{id}', gives: { id: '/id' } },
  { from: ['createWebhook'], path: '/webhooks/{id}', gives: { id: '/id' }, names: ['endpoint_id'] },
  {
    from: ['testWebhook', 'resendWebhookDelivery'],
    path: '/webhooks/{id}/deliveries/{delivery_id}',
    gives: { id: '/endpoint_id', delivery_id: '/id' },
  },
  {
    from: ['listWebhookDeliveries'],
    path: '/webhooks/{id}/deliveries/{delivery_id}',
    gives: { id: '/data/0/endpoint_id', delivery_id: '/data/0/id' },
  },
  {
    from: ['uploadFreightDocument'],
    path: '/freight/{id}/documents/{document_id}',
    gives: { id: '/freight_id', document_id: '/id' },
  },
  {
    from: ['startTracking', 'bookFreight', 'bookShipment'],
    path: '/tracking/{tracking_number}',
    gives: { tracking_number: '/tracking_number' },
  },
];

/** `requestBody` of a link, under a name of its own: OpenAPI Generator refuses a document in which that is an object. */
const LINKED_BODY = 'x-request-body';

/** Says in each answer that names something which operations can be asked next, and with what: every use follows from its path, query and body. */
export function putLinks(routes: Route[], schemas: Record<string, Json>): void {
  for (const source of SOURCES) {
    for (const { operation } of routes.filter(({ operation }) =>
      source.from.includes(operation.operationId),
    )) {
      const others = routes.filter((route) => route.operation !== operation);
      const links = Object.fromEntries(
        others.flatMap((route) => {
          const use = useOf(source, route, schemas);
          return use
            ? [[route.operation.operationId, { operationId: route.operation.operationId, ...use }]]
            : [];
        }),
      );
      for (const [status, response] of Object.entries(operation.responses)) {
        if (status.startsWith('2')) response.links = { ...(response.links as Json), ...links };
      }
    }
  }
}

/** What of the answer the operation takes; undefined when it takes nothing. */
function useOf(
  { path, gives, names = [] }: Source,
  route: Route,
  schemas: Record<string, Json>,
): Json | undefined {
  const values = Object.entries(gives).map(([place, pointer]) => [place, `$response.body#${pointer}`]);
  if (isBelow(route.path, `/api/v1${path}`)) return { parameters: Object.fromEntries(values) as Json };
  const value = values[0]![1];
  const query = names.find((name) => hasQuery(route, name));
  if (query) return { parameters: { [query]: value } };
  const field = names.find((name) => hasField(route, name, schemas));
  if (field !== undefined) return { [LINKED_BODY]: { [field]: value } };
  const several = names.find((name) => hasField(route, `${name}s`, schemas));
  return several === undefined ? undefined : { [LINKED_BODY]: { [`${several}s`]: [value] } };
}

/** The path itself or one below it, with the same places. */
function isBelow(path: string, parent: string): boolean {
  return (path === parent || path.startsWith(`${parent}/`)) && !path.slice(parent.length).includes('{');
}

function hasQuery({ operation }: Route, name: string): boolean {
  return operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === name);
}

function hasField({ operation }: Route, name: string, schemas: Record<string, Json>): boolean {
  const { $ref = '' } = (operation.requestBody?.content['application/json']?.schema ?? {}) as {
    $ref?: string;
  };
  return name in ((schemas[$ref.split('/').pop()!]?.properties ?? {}) as Json);
}
