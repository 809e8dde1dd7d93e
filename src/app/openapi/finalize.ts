import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorCode } from '../../platform/http/errors/errors.js';
import { codeSamples } from './code-samples.js';
import { asOlderName, isOlderName } from './older-names.js';
import { constrain, constrainQuery } from './constraints.js';
import { errorExamples, errorSchemas, errorsOf, putErrors, sharedErrors } from './errors.js';
import { eventCallback, eventWebhooks } from './event-webhooks.js';
import { putExamples } from './examples.js';
import { HEADERS, putHeaders } from './headers.js';
import { METHODS, type Json, type Operation, type Route } from './json.js';
import { putLinks } from './links.js';
import { putEnvelope } from './list-envelope.js';
import { nameEnums } from './named-enums.js';
import { nameObjects } from './named-objects.js';
import { describePath, putValues } from './path-parameters.js';
import { toNullUnions } from './null-unions.js';
import { shareBounds } from './shared-bounds.js';

/** What the generator can't know or gets wrong: envelopes, errors, headers, examples, links, events, 3.1's null, names without `Dto`. */
export function finalize(generated: OpenAPIObject): OpenAPIObject {
  const document = withoutSuffix(generated);
  const schemas = document.components!.schemas as Record<string, Json>;
  const routes = routesOf(document);
  const errors = new Map(routes.map((route) => [route, errorsOf(route)]));
  const codes = [...new Set([...errors.values()].flat())].sort();
  for (const route of routes) finish(route, errors.get(route)!, schemas);
  putLinks(routes, schemas);
  Object.assign(schemas, errorSchemas());
  Object.assign(document, { webhooks: eventWebhooks(schemas) });
  operationOf(routes, 'createWebhook').callbacks = eventCallback();
  Object.assign(document.components!, {
    responses: sharedErrors(codes),
    examples: errorExamples(codes),
    headers: HEADERS,
  });
  shareBounds(routes, schemas);
  constrain(schemas);
  nameObjects(schemas);
  return withoutUnused(toNullUnions(nameEnums(document)) as OpenAPIObject);
}

function finish(route: Route, errors: ErrorCode[], schemas: Record<string, Json>): void {
  const { operation } = route;
  dropGuessedStatus(operation);
  if (isOlderName(route.path)) asOlderName(route);
  if (operation['x-list'] !== undefined) putEnvelope(operation, schemas);
  describePath(route);
  constrainQuery(route);
  putValues(route);
  relaxBody(operation, schemas);
  putErrors(route, errors);
  putHeaders(route);
  putExamples(route);
  const samples = codeSamples(route);
  if (samples) operation['x-codeSamples'] = samples;
  delete operation['x-errors'];
  delete operation['x-list'];
  delete operation['x-statuses'];
}

function operationOf(routes: Route[], id: string): Operation {
  return routes.find(({ operation }) => operation.operationId === id)!.operation;
}

/** A body without a required field may be left out. */
function relaxBody({ requestBody }: Operation, schemas: Record<string, Json>): void {
  const { $ref = '' } = (requestBody?.content['application/json']?.schema ?? {}) as { $ref?: string };
  const schema = schemas[$ref.split('/').pop()!];
  if (requestBody && schema && !schema.required) requestBody.required = false;
}

/** The build's plugin takes every POST for one that creates. */
function dropGuessedStatus({ responses, 'x-statuses': statuses = [] }: Operation): void {
  for (const guess of [200, 201]) if (!statuses.includes(guess)) delete responses[guess];
}

function routesOf(document: OpenAPIObject): Route[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      path,
      method,
      operation: item[method] as unknown as Operation,
    })),
  );
}

/** Drops schemas that only lent their fields to others. */
function withoutUnused(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components!.schemas!;
  const text = JSON.stringify(document);
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  for (const name of unused) delete schemas[name];
  return unused.length > 0 ? withoutUnused(document) : document;
}

function withoutSuffix(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify(document).replaceAll(/(#\/components\/schemas\/\w+?)Dto"/g, '$1"');
  const renamed = JSON.parse(text) as OpenAPIObject;
  renamed.components!.schemas = Object.fromEntries(
    Object.entries(renamed.components!.schemas!).map(([name, schema]) => [name.replace(/Dto$/, ''), schema]),
  );
  return renamed;
}
