import '../../../src/app/app.module.js';
import { buildEventExample } from '../../../src/app/openapi/event-webhooks.js';
import { listDefinedEvents, type EventDefinition } from '../../../src/features/events/define-event.js';
import { document, resolveRef, type Json } from '../../support/openapi-document.js';
import { code, renderEntryName, renderTable, type ReferencePage } from './markdown.js';

const INTRODUCTION = `A webhook delivery contains one event. \`GET /api/v1/events\` lists the same events. The fields of \`data\` depend on \`type\`. Events may arrive out of order: sort by \`created\`. An event may arrive twice, with the same \`id\`.

An API key or endpoint receives an event only if it has the [scope](scopes.md) in the table, or full access. Simulated events have \`data.simulated: true\`.
`;

/** Fields of objects below this level are not listed: the API reference describes them. */
const MAX_VALUES = 20;
const MAX_DEPTH = 2;

export const eventsPage: ReferencePage = {
  file: 'events.md',
  title: 'Events',
  render() {
    const byResource = Map.groupBy(listDefinedEvents(), ({ name }) => name.split('.')[0]!);
    return [INTRODUCTION, ...[...byResource].map(renderResource)].join('\n');
  },
};

function renderResource([resource, events]: [string, EventDefinition[]]): string {
  const rows = events.map(({ name, meaning, scope }) => [
    renderEntryName(name),
    meaning,
    scope === undefined ? 'full access' : `[${scope}](scopes.md#${scope})`,
  ]);
  const byData = Map.groupBy(events, ({ data }) => data.name);
  const shapes = [...byData].map(([schema, [event, ...others]]) => {
    const names = [event!, ...others].map(({ name }) => code(name));
    const fields = listFields((document.components.schemas![schema] ?? {}) as Json, 'data', 1);
    return [
      `### Data of ${names.length > 1 && byData.size === 1 ? `${code(resource)} events` : names.join(' and ')}\n`,
      renderTable(['field', 'type', 'description'], fields),
      `A sample of ${code(event!.name)}:\n`,
      `\`\`\`json\n${JSON.stringify(buildEventExample(event!).value, null, 2)}\n\`\`\`\n`,
    ].join('\n');
  });
  return [`## ${code(resource)}\n`, renderTable(['type', 'occurs when', 'scope'], rows), ...shapes].join(
    '\n',
  );
}

function listFields(schema: Json, path: string, depth: number): string[][] {
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, property]) => {
    const field = `${path}.${name}`;
    const target = resolveObject(property);
    const row = [
      code(field),
      describeType(property),
      String(property.description ?? target?.schema.description ?? ''),
    ];
    return target && depth < MAX_DEPTH
      ? [row, ...listFields(target.schema, target.isList ? `${field}[]` : field, depth + 1)]
      : [row];
  });
}

/** Returns the schema of an object or of a list's objects; null for other values. */
function resolveObject(property: Json): { schema: Json; isList: boolean } | null {
  const { schema, isList } = unwrap(property);
  return schema.properties ? { schema, isList } : null;
}

function describeType(property: Json): string {
  const { schema, isList, isNullable } = unwrap(property);
  const type = [schema.type].flat().filter((name) => name !== 'null')[0] as string | undefined;
  const allowed = (schema.enum as unknown[] | undefined)?.filter((value) => value !== null);
  // The event types, which this page lists.
  const values = allowed && allowed.length > MAX_VALUES ? undefined : allowed;
  const name = values ? values.map((value) => code(String(value))).join(', ') : (type ?? 'any');
  return `${isList ? 'list of ' : ''}${isList && name === 'object' ? 'objects' : name}${isNullable ? ' or null' : ''}`;
}

/** Follows references and the ways in which OpenAPI 3.1 declares lists and null. */
function unwrap(property: Json): { schema: Json; isList: boolean; isNullable: boolean } {
  const choices = (property.oneOf ?? property.anyOf ?? property.allOf) as Json[] | undefined;
  const inner = choices?.find(({ type }) => type !== 'null') ?? property;
  const schema = resolveRef(inner);
  const isNullable =
    [schema.type].flat().includes('null') || (choices?.some(({ type }) => type === 'null') ?? false);
  const isList = [schema.type].flat().includes('array');
  return { schema: isList ? resolveRef(schema.items) : schema, isList, isNullable };
}
