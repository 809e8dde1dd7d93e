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

/** The columns of a list as CSV, by the document; of a list that isn't in it, an extension's, those of its first record. */
export function listCsvColumns(operationId: string, first: object | undefined): string[] {
  let columns = columnsByOperation.get(operationId);
  if (!columns) columnsByOperation.set(operationId, (columns = readDocumentedColumns(operationId)));
  return columns.length > 0 ? columns : Object.keys(first ?? {});
}

/** What a record says in a column: `origin.city` stands in `origin`. */
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
    .find((one) => one.operationId === operationId);
  const list = operation && resolveSchema(operation.responses['200']!.content!['application/json']!.schema);
  return list ? flattenColumns(resolveSchema(list.properties!.data!.items!), '') : [];
}

/** Objects with fields of their own are spread over columns; lists and free objects are one, as JSON. */
function flattenColumns({ properties = {} }: DocumentedSchema, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const own = resolveSchema(schema);
    return own.properties ? flattenColumns(own, `${prefix}${name}.`) : [prefix + name];
  });
}

function resolveSchema(schema: DocumentedSchema): DocumentedSchema {
  const { $ref, anyOf = [], allOf = [] } = schema;
  if ($ref) return resolveSchema(document!.components.schemas[$ref.split('/').pop()!]!);
  const whole = [...anyOf, ...allOf].map(resolveSchema).find(({ properties }) => properties);
  return whole ?? schema;
}
