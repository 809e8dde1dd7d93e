import { readProjectFile } from './project-file.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  operationId?: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

let document: Document | undefined;
const known = new Map<string, string[]>();

/** The columns of a list as CSV, by the document; of a list that isn't in it, an extension's, those of its first record. */
export function csvColumns(operationId: string, first: object | undefined): string[] {
  let columns = known.get(operationId);
  if (!columns) known.set(operationId, (columns = documented(operationId)));
  return columns.length > 0 ? columns : Object.keys(first ?? {});
}

/** What a record says in a column: `origin.city` stands in `origin`. */
export function csvCell(record: object, column: string): unknown {
  if (column in record) return (record as Record<string, unknown>)[column];
  return column
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], record);
}

function documented(operationId: string): string[] {
  document ??= JSON.parse(readProjectFile('openapi/openapi.json') ?? '{"paths":{}}') as Document;
  const operation = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .find((one) => one.operationId === operationId);
  const list = operation && resolved(operation.responses['200']!.content!['application/json']!.schema);
  return list ? leaves(resolved(list.properties!.data!.items!), '') : [];
}

/** Objects with fields of their own are spread over columns; lists and free objects are one, as JSON. */
function leaves({ properties = {} }: Schema, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const own = resolved(schema);
    return own.properties ? leaves(own, `${prefix}${name}.`) : [prefix + name];
  });
}

function resolved(schema: Schema): Schema {
  const { $ref, anyOf = [], allOf = [] } = schema;
  if ($ref) return resolved(document!.components.schemas[$ref.split('/').pop()!]!);
  const whole = [...anyOf, ...allOf].map(resolved).find(({ properties }) => properties);
  return whole ?? schema;
}
