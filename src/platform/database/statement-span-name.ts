/** What `pg` is asked: a text, or one with its name. */
export type PgStatement = string | { text?: string; name?: string };

const TARGET_TABLE = /\b(?:FROM|INTO|UPDATE|JOIN) +(?:ONLY +)?"?([a-z_][a-z0-9_]*)/i;

/** How a trace calls a statement: by its name, or by what it does and to which table. Its text stays where it is. */
export function toStatementSpanName(asked: PgStatement): string {
  const { text = '', name } = typeof asked === 'string' ? { text: asked } : asked;
  if (name) return name;
  const verb = /^\W*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'query';
  const [, table] = TARGET_TABLE.exec(text) ?? [];
  return table ? `${verb} ${table}` : verb;
}
