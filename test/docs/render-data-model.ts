/**
 * Renders docs/reference/data-model.md from the tables of a migrated database. test/docs/data-model compares the page,
 * and writes it when run as `npm run generate data-model`.
 */
import { readFileSync } from 'node:fs';
import type { Client } from 'pg';

export const PAGE = 'docs/reference/data-model.md';
const GENERATED_MARKER = '<!-- drawn from the schema: npm run generate data-model -->';

/** Tables that belong to libraries: the queue's schema, the list of migrations, the counters of the rate limits. */
const LIBRARY_TABLES = ['migrations', 'typeorm_metadata', 'rate_limits', 'worker_heartbeat'];

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> ALL ($1)
  ORDER BY c.relname, a.attnum`;

const REFERENCES = `
  SELECT c.conrelid::regclass::text AS table, c.confrelid::regclass::text AS target,
    array_agg(a.attname ORDER BY k.place)::text[] AS columns
  FROM pg_constraint c, unnest(c.conkey) WITH ORDINALITY AS k (number, place)
  JOIN pg_attribute a ON a.attnum = k.number
  WHERE c.contype = 'f' AND c.conparentid = 0 AND a.attrelid = c.conrelid AND c.connamespace = 'public'::regnamespace
  GROUP BY c.oid, c.conrelid, c.confrelid ORDER BY 1, 2, 3`;

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
}

interface Reference {
  table: string;
  target: string;
  columns: string[];
}

/** Renders the part of the page below the mark. @param client connected to a migrated database */
export async function renderDataModel(client: Client): Promise<string> {
  const { rows: columns } = await client.query<Column>(COLUMNS, [LIBRARY_TABLES]);
  const { rows: references } = await client.query<Reference>(REFERENCES);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const arrows = references.map(
    ({ table, target, columns: via }) =>
      `  ${target} ||--o{ ${table} : "${dropTenantColumns(via).join(', ') || 'owns'}"`,
  );
  const lists = [...tables].map(
    ([table, its]) =>
      `### ${table}\n\n${its.map(({ name, type, nullable }) => `- \`${name}\` ${type}${nullable ? ', may be null' : ''}`).join('\n')}\n`,
  );
  return `\n\`\`\`mermaid\nerDiagram\n${[...new Set(arrows)].join('\n')}\n\`\`\`\n\n${lists.join('\n')}`;
}

/** Returns the columns of a foreign key without the tenant columns, which every key has. */
function dropTenantColumns(names: string[]): string[] {
  return names.filter((name) => name !== 'organization_id' && name !== 'mode');
}

/** Returns the page with the given part below its mark. */
export function renderPage(drawn: string): string {
  const text = readFileSync(PAGE, 'utf8');
  return text.slice(0, text.indexOf(GENERATED_MARKER) + GENERATED_MARKER.length) + '\n' + drawn;
}
