import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';

/** The statement that the read baseline runs for each request. */
export interface BaselineRead {
  name: string;
  text: string;
  values: unknown[];
  headers: Record<string, string>;
  body: string;
}

/** Serves the baseline of reads: a bare server that runs one prepared statement and sends the same bytes. */
const { headers, body, ...query } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BaselineRead;
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
});
pg.types.setTypeParser(20, Number);

createServer((request, response) => {
  if (request.url === '/ready') return void response.end();
  void pool.query(query).then(
    () => response.writeHead(200, headers).end(body),
    () => response.writeHead(500).end(),
  );
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit());
