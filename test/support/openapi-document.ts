import { readFileSync } from 'node:fs';

export type Json = Record<string, unknown>;

export interface DocumentedOperation {
  path: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  operationId: string;
  summary: string;
  description: string;
  deprecated?: boolean;
  tags: string[];
  parameters: { name: string; in: string; schema: Json; description?: string }[];
  requestBody?: { content: Record<string, { schema: Json; examples?: Json }> };
  responses: Record<string, Json>;
}

/** The committed document. */
export const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as {
  info: { version: string; description: string };
  paths: Record<string, Record<string, DocumentedOperation>>;
  webhooks: Record<string, { post: Json }>;
  components: Record<string, Record<string, Json>>;
};

/** The operations of the document, with their paths and methods. */
export const operations: DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    path,
    method: method as DocumentedOperation['method'],
  })),
);

/** Returns the target of a `$ref`; returns other nodes unchanged. */
export function resolveRef<T = Json>(node: unknown): T {
  const { $ref } = node as { $ref?: string };
  if (!$ref) return node as T;
  const [kind, name] = $ref.split('/').slice(-2) as [string, string];
  return resolveRef(document.components[kind]![name]);
}
