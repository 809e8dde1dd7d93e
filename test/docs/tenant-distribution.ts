import { readFileSync } from 'node:fs';
import type { Client } from 'pg';

export const PAGE = 'docs/explanation/scale.md';
const BEGIN = '<!-- keys: drawn by test/docs/distribution.e2e-spec.ts -->';
const END = '<!-- keys end -->';

export interface Distribution {
  /** Tables with an organization, which would be stored on its node. */
  distributed: string[];
  /** The other tables, which would be copied to every node or stay on one. */
  others: string[];
  /** Unique keys of distributed tables without the organization, which cannot be enforced across nodes. */
  unique: string[];
  /** Foreign keys between distributed tables without the organization. */
  foreign: string[];
  /** Foreign keys from replicated tables to distributed ones. */
  inverted: string[];
}

const COLUMNS = `ARRAY(SELECT a.attname::text FROM unnest(keys) WITH ORDINALITY AS k (n, at)
  JOIN pg_attribute a ON a.attrelid = of AND a.attnum = k.n ORDER BY at)`;

/** Lists the keys of the migrated schema that prevent a distribution by organization, such as Citus makes it. */
export async function analyzeDistribution(client: Client): Promise<Distribution> {
  const rows = async <Row>(text: string): Promise<Row[]> => (await client.query(text)).rows as Row[];
  const tables = await rows<{ name: string; distributed: boolean }>(
    `SELECT c.relname AS name, EXISTS (
       SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped) AS distributed
     FROM pg_class c WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const distributed = new Set(tables.filter((table) => table.distributed).map(({ name }) => name));
  const unique = await rows<{ name: string; columns: string[] }>(
    `SELECT of::regclass::text AS name, ${COLUMNS} AS columns
     FROM (SELECT indrelid AS of, indkey::int2[] AS keys FROM pg_index WHERE indisunique) u
     JOIN pg_class c ON c.oid = of AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  const foreign = await rows<{ name: string; columns: string[]; target: string; keys: string[] }>(
    `SELECT conrelid::regclass::text AS name, confrelid::regclass::text AS target,
       (SELECT ${COLUMNS} FROM (SELECT conrelid AS of, conkey AS keys) own) AS columns,
       (SELECT ${COLUMNS} FROM (SELECT confrelid AS of, confkey AS keys) other) AS keys
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY 1, 3`,
  );
  const said = ({ name, columns, target }: (typeof foreign)[number]): string =>
    `\`${name}\` (${columns.join(', ')}) → \`${target}\``;
  return {
    distributed: [...distributed],
    others: tables.filter((table) => !table.distributed).map(({ name }) => name),
    unique: unique
      .filter(({ name, columns }) => distributed.has(name) && !columns.includes('organization_id'))
      .map(({ name, columns }) => `\`${name}\` (${columns.join(', ')})`),
    foreign: foreign
      .filter(({ name, target }) => distributed.has(name) && distributed.has(target))
      .filter(
        ({ columns, keys }) =>
          !columns.some((column, at) => column === 'organization_id' && keys[at] === 'organization_id'),
      )
      .map(said),
    inverted: foreign
      .filter(({ name, target }) => !distributed.has(name) && distributed.has(target))
      .map(said),
  };
}

/** Returns the page with the keys of the database. */
export function renderPage({ distributed, others, unique, foreign, inverted }: Distribution): string {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  const list = (lines: string[]): string =>
    (lines.length > 0 ? lines : ['none']).map((line) => `- ${line}`).join('\n');
  const named = (names: string[]): string => list(names.map((name) => `\`${name}\``));
  const parts = [
    `Tables with an organization id, which can be distributed by it (${distributed.length}):\n\n${named(distributed)}`,
    `Tables without an organization id, which become reference tables or stay on the coordinator (${others.length}):\n\n${named(others)}`,
    `Unique keys without the organization id (${unique.length}):\n\n${list(unique)}`,
    `Foreign keys between distributed tables without the organization id (${foreign.length}):\n\n${list(foreign)}`,
    `Foreign keys from the other tables to distributed tables (${inverted.length}):\n\n${list(inverted)}`,
  ];
  return `${page.slice(0, begin)}\n\n${parts.join('\n\n')}\n\n${page.slice(end)}`;
}
