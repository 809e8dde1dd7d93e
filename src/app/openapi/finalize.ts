import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorCode } from '../../platform/http/errors/errors.js';
import { buildCodeSamples } from './code-samples.js';
import { isDeprecatedPath, toSuccessorPath } from '../../platform/http/contract/deprecated-paths.js';
import { addConstraints, addQueryConstraints } from './constraints.js';
import {
  buildErrorExamples,
  buildErrorSchemas,
  listErrorCodes,
  addErrors,
  buildSharedResponses,
} from './error-responses.js';
import { buildEventCallback, buildEventWebhooks } from './event-webhooks.js';
import { addExamples } from './examples.js';
import { HEADERS, addHeaders } from './headers.js';
import { METHODS, type JsonObject, type OperationObject, type Route } from './document-types.js';
import { addLinks } from './links.js';
import { addListEnvelope } from './list-envelope.js';
import { extractEnums } from './named-enums.js';
import { extractObjects } from './named-objects.js';
import { describePathParameters, addParameterExamples } from './path-parameters.js';
import { toNullUnions } from './null-unions.js';
import { widenResponseBounds } from './response-bounds.js';

/** The tag of the older paths. */
export const DEPRECATED_TAG = 'Shipments';

/**
 * Adds what Nest's generator does not know: list envelopes, errors, headers, examples, links, events, `null` of 3.1,
 * and names without `Dto`.
 */
export function finalize(generated: OpenAPIObject): OpenAPIObject {
  const document = stripDtoSuffix(generated);
  const schemas = document.components!.schemas as Record<string, JsonObject>;
  const routes = listRoutes(document);
  const errors = new Map(routes.map((route) => [route, listErrorCodes(route)]));
  const codes = [...new Set([...errors.values()].flat())].sort();
  for (const route of routes) finalizeRoute(route, errors.get(route)!, schemas);
  addLinks(routes, schemas);
  Object.assign(schemas, buildErrorSchemas());
  Object.assign(document, { webhooks: buildEventWebhooks(schemas) });
  findOperation(routes, 'createWebhook').callbacks = buildEventCallback();
  Object.assign(document.components!, {
    responses: buildSharedResponses(codes),
    examples: buildErrorExamples(codes),
    headers: HEADERS,
  });
  widenResponseBounds(routes, schemas);
  addConstraints(schemas);
  extractObjects(schemas);
  return dropUnusedSchemas(toNullUnions(extractEnums(document)) as OpenAPIObject);
}

function finalizeRoute(route: Route, errors: ErrorCode[], schemas: Record<string, JsonObject>): void {
  const { operation } = route;
  dropGuessedStatuses(operation);
  if (isDeprecatedPath(route.path)) markDeprecated(route);
  if (operation['x-list'] !== undefined) addListEnvelope(operation, schemas);
  describePathParameters(route);
  addQueryConstraints(route);
  addParameterExamples(route);
  relaxRequestBody(operation, schemas);
  addErrors(route, errors);
  addHeaders(route);
  addExamples(route);
  operation['x-codeSamples'] = buildCodeSamples(route);
  delete operation['x-errors'];
  delete operation['x-list'];
  delete operation['x-statuses'];
}

/** Gives an operation of a deprecated path its own id, and names the successor. */
function markDeprecated({ path, operation }: Route): void {
  const { operationId } = operation;
  operation.operationId = operationId.includes('Freight')
    ? operationId.replace('Freight', 'Shipment')
    : operationId.replace(/^[a-z]+/, '$&Shipment');
  operation.deprecated = true;
  operation.tags = [DEPRECATED_TAG];
  operation.description = `The older name of \`${toSuccessorPath(path)}\`: the same operation, with \`object: shipment\` in the response.`;
}

function findOperation(routes: Route[], id: string): OperationObject {
  return routes.find(({ operation }) => operation.operationId === id)!.operation;
}

/** Makes a body without required fields optional. */
function relaxRequestBody({ requestBody }: OperationObject, schemas: Record<string, JsonObject>): void {
  const { $ref = '' } = (requestBody?.content['application/json']?.schema ?? {}) as { $ref?: string };
  const schema = schemas[$ref.split('/').pop()!];
  if (requestBody && schema && !schema.required) requestBody.required = false;
}

/** Drops the 201 that the Swagger plugin assumes for every POST. */
function dropGuessedStatuses({ responses, 'x-statuses': statuses = [] }: OperationObject): void {
  for (const status of [200, 201]) if (!statuses.includes(status)) delete responses[status];
}

function listRoutes(document: OpenAPIObject): Route[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      path,
      method,
      operation: item[method] as unknown as OperationObject,
    })),
  );
}

/** Drops schemas that only lent their fields to others. */
function dropUnusedSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components!.schemas!;
  const text = JSON.stringify(document);
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  for (const name of unused) delete schemas[name];
  return unused.length > 0 ? dropUnusedSchemas(document) : document;
}

function stripDtoSuffix(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify(document).replaceAll(/(#\/components\/schemas\/\w+?)Dto"/g, '$1"');
  const renamed = JSON.parse(text) as OpenAPIObject;
  renamed.components!.schemas = Object.fromEntries(
    Object.entries(renamed.components!.schemas!).map(([name, schema]) => [name.replace(/Dto$/, ''), schema]),
  );
  return renamed;
}
