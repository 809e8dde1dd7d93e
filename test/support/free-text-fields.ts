import { readFileSync } from 'node:fs';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
}
type Operations = Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>;
interface Document {
  paths: Record<string, Operations>;
  components: { schemas: Record<string, Schema> };
}

const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as Document;

/** A script that runs on a page that does not escape text. */
export const XSS_SCRIPT = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
/** The same script for fields of forty characters, and for phone numbers, which need digits. */
export const SHORT_XSS_SCRIPT = '5552226666"><img src=x onerror=alert()>';

type Tree = Record<string, unknown>;

/** Resolves references and compositions of a schema into one. */
function resolveSchema(schema: Schema): Schema {
  const { $ref, allOf, anyOf } = schema;
  if ($ref) return resolveSchema(document.components.schemas[$ref.split('/').at(-1)!]!);
  const parts = [...(allOf ?? []), ...(anyOf ?? [])].map(resolveSchema).filter(({ type }) => type !== 'null');
  return Object.assign({}, schema, ...parts) as Schema;
}

/** Returns the script for a field; undefined if it is not free text. */
function buildScript({
  type,
  enum: choices,
  format,
  pattern,
  maxLength = Infinity,
}: Schema): string | undefined {
  if (![type].flat().includes('string') || choices || format) return undefined;
  return [XSS_SCRIPT, SHORT_XSS_SCRIPT].find(
    (text) => text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text)),
  );
}

/** Lists the free-text fields of a request, as `ship_from.company` or `references[].value`. */
function listFreeTextPaths(schema: Schema, path = ''): string[] {
  const { properties = {}, items, additionalProperties, ...own } = resolveSchema(schema);
  if (buildScript(own)) return [path];
  const below = path && `${path}.`;
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => listFreeTextPaths(inner, below + name)),
    ...(items ? listFreeTextPaths(items, `${path}[]`) : []),
    ...(typeof additionalProperties === 'object' ? listFreeTextPaths(additionalProperties, `${below}*`) : []),
  ];
}

/** Lists the free-text fields of all requests, as `CreateAddress company`. */
export function listFreeTextFields(): string[] {
  const bodies = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ requestBody }) => requestBody?.content['application/json'] ?? []),
  );
  const all = bodies.flatMap(({ schema }) => {
    const name = getSchemaName(schema);
    return listFreeTextPaths(schema).map((path) => `${name} ${path}`);
  });
  return [...new Set(all)].toSorted();
}

function getSchemaName({ $ref, allOf, anyOf }: Schema): string {
  const [ref] = [$ref, ...[...(allOf ?? []), ...(anyOf ?? [])].map((one) => one.$ref)].filter(Boolean);
  return ref?.split('/').at(-1) ?? '';
}

/** Adds a script to every empty free-text field of a request, for each group that it has. */
export function addScripts(name: string, base: object): { body: Tree; filled: string[] } {
  const filled: string[] = [];
  const fill = (schema: Schema, value: unknown, path: string): unknown => {
    const { properties = {}, items, additionalProperties, ...own } = resolveSchema(schema);
    if (value === undefined) {
      const script = buildScript(own);
      if (script) filled.push(`${name} ${path}`);
      return script;
    }
    if (Array.isArray(value)) return value.map((one) => fill(items ?? {}, one, `${path}[]`));
    if (typeof value !== 'object' || value === null) return value;
    const below = path && `${path}.`;
    const names = new Set([...Object.keys(properties), ...Object.keys(value)]);
    const known = (property: string): Schema =>
      properties[property] ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
    const pathOf = (property: string) => below + (properties[property] ? property : '*');
    const entries = [...names]
      .map((property) => [property, fill(known(property), (value as Tree)[property], pathOf(property))])
      .filter(([, inner]) => inner !== undefined);
    return Object.fromEntries(entries);
  };
  const schema = document.components.schemas[name] ?? {};
  return { body: fill(schema, base, '') as Tree, filled };
}
