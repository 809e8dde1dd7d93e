import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Request, Response } from 'superagent';

interface Operation {
  operationId: string;
  responses: Record<string, unknown>;
}

interface WebhookDefinition {
  post: { requestBody: { content: Record<'application/json', { schema: { $ref: string } }> } };
}

type Json = Record<string, unknown>;

const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, WebhookDefinition>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(forbidExtraProperties(document) as object, 'openapi');

const routes = Object.entries(document.paths)
  .map(([path, operations]) => ({ path, operations, pattern: toPathPattern(path) }))
  .sort((a, b) => countPlaceholders(a.path) - countPlaceholders(b.path));
const validators = new Map<string, ValidateFunction>();

/** The violations found so far. The suite fails if there are any. */
export const violations: string[] = [];

/** A superagent plugin that checks every response against the document. */
export function checkContract(request: Request): void {
  request.on('response', (response: Response) => checkResponse(request, response));
}

function checkResponse(request: Request, response: Response): void {
  const { method, url } = request as unknown as { method: string; url: string };
  // The path as it was sent: URL would resolve `..`.
  const path = url.replace(/^https?:\/\/[^/]+/, '').split('?')[0]!;
  const route = routes.find(({ pattern }) => pattern.test(path));
  const operation = route?.operations[method.toLowerCase()];
  if (!route || !operation) return;
  const { status } = response;
  appendFileSync(join(process.env.TEST_DATA_DIR!, 'covered.txt'), `${operation.operationId} ${status}\n`);
  const described = operation.responses[status];
  const label = `${method} ${path} → ${status}`;
  if (!described) {
    violations.push(`${label}: the document has no ${status} for ${operation.operationId}`);
    return;
  }
  if (response.type !== 'application/json') return;
  const validate = findValidator(route.path, method.toLowerCase(), String(status), described as Json);
  if (validate && !validate(response.body)) violations.push(`${label}: ${ajv.errorsText(validate.errors)}`);
}

function findValidator(
  path: string,
  method: string,
  status: string,
  described: Json,
): ValidateFunction | undefined {
  const key = `${method} ${path} ${status}`;
  if (!validators.has(key)) {
    const pointer =
      (described.$ref as string | undefined)?.slice(1) ??
      `/paths/${escapePointer(path)}/${method}/responses/${status}`;
    validators.set(key, ajv.compile({ $ref: `openapi#${pointer}/content/application~1json/schema` }));
  }
  return validators.get(key);
}

/** Returns the document with every object closed, so that an undocumented field in a response is a violation. */
function forbidExtraProperties(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forbidExtraProperties);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, forbidExtraProperties(child)]),
  ) as Json;
  const isSchema = copy.type === 'object' && 'properties' in copy;
  return isSchema ? { additionalProperties: false, ...copy } : copy;
}

/** Returns the difference between an event's data and the document; null if they agree. */
export function findEventViolation({ type, data }: { type: string; data: unknown }): string | null {
  const { schema } = document.webhooks[type]!.post.requestBody.content['application/json'];
  const validate = validators.get(type) ?? ajv.compile({ $ref: `openapi${schema.$ref}/properties/data` });
  validators.set(type, validate);
  return validate(data) ? null : `${type}: ${ajv.errorsText(validate.errors)}`;
}

function toPathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function countPlaceholders(path: string): number {
  return path.split('{').length;
}

function escapePointer(path: string): string {
  return encodeURIComponent(path.replaceAll('/', '~1'));
}

/** Lists the operations of the document. */
export function listDocumentedOperations(): { method: string; path: string }[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => ['get', 'post', 'patch', 'put', 'delete'].includes(method))
      .map((method) => ({ method, path })),
  );
}
