import { appendFileSync } from 'node:fs';
import pg from 'pg';

/** One statement as the service sent it to PostgreSQL. */
export interface RecordedStatement {
  name?: string;
  text: string;
  values: unknown[];
}

/** Appends every statement of the process to the file BENCH_SQL_FILE. For `node --import`. */
const file = process.env.BENCH_SQL_FILE;
if (file) {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...args: unknown[]): unknown {
    const [first, second] = args;
    const config = typeof first === 'string' ? { text: first } : (first as Partial<RecordedStatement>);
    const values = config.values ?? (Array.isArray(second) ? second : []);
    if (config.text !== undefined) {
      const { name, text } = config;
      appendFileSync(file, `${JSON.stringify({ name, text, values: values.map(toJsonValue) })}\n`);
    }
    return query.apply(this, args);
  };
}

/** Converts bytes to PostgreSQL's text form: JSON has no bytes. */
function toJsonValue(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}
