import { readProjectFile } from './project-file.js';

interface DocumentedSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, DocumentedSchema>;
  items?: DocumentedSchema;
  anyOf?: DocumentedSchema[];
  allOf?: DocumentedSchema[];
}

interface DocumentedOperation {
  operationId?: string;
  responses: Record<string, { content?: Record<string, { schema: DocumentedSchema }> }>;
}

interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, DocumentedSchema> };
}

let document: OpenApiDocument | undefined;
const columnsByOperation = new Map<string, string[]>();

/**
 * Returns the CSV columns of a list, from the OpenAPI document. For a list of an extension, which the document lacks:
 * the fields of its first record.
 */
export function listCsvColumns(operationId: string, first: object | undefined): string[] {
  let columns = columnsByOperation.get(operationId);
  if (!columns) columnsByOperation.set(operationId, (columns = readDocumentedColumns(operationId)));
  return columns.length > 0 ? columns : Object.keys(first ?? {});
}

export function getCsvCell(record: object, column: string): unknown {
  if (column in record) return (record as Record<string, unknown>)[column];
  return column
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], record);
}

function readDocumentedColumns(operationId: string): string[] {
  document ??= JSON.parse(readProjectFile('openapi/openapi.json') ?? '{"paths":{}}') as OpenApiDocument;
  const operation = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .find((candidate) => candidate.operationId === operationId);
  const list = operation && resolveSchema(operation.responses['200']!.content!['application/json']!.schema);
  return list ? flattenColumns(resolveSchema(list.properties!.data!.items!), '') : [];
}

/** Spreads objects with documented fields over columns. Lists and free-form objects are one column of JSON. */
function flattenColumns({ properties = {} }: DocumentedSchema, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const resolved = resolveSchema(schema);
    return resolved.properties ? flattenColumns(resolved, `${prefix}${name}.`) : [prefix + name];
  });
}

function resolveSchema(schema: DocumentedSchema): DocumentedSchema {
  const { $ref, anyOf = [], allOf = [] } = schema;
  if ($ref) return resolveSchema(document!.components.schemas[$ref.split('/').pop()!]!);
  const object = [...anyOf, ...allOf].map(resolveSchema).find(({ properties }) => properties);
  return object ?? schema;
}
