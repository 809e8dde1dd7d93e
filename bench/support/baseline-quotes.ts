import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';
import type { RecordedStatement } from './record-sql.ts';

/** The statements that the rate request baseline runs for each request. */
export interface BaselineQuotes {
  /** The recorded INSERT of the group's quotes. */
  quotes: RecordedStatement;
  /** The recorded INSERT of their event. */
  event: RecordedStatement;
  /** The index of the event's unique public id in the values of `event`. */
  publicIdAt: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Serves the baseline of rate requests: one bare transaction that stores the same rows and the same bytes as the
 * response.
 */
const work = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BaselineQuotes;
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
});
pg.types.setTypeParser(20, Number);

async function writeQuotes(): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({ ...work.quotes, name: 'quotes' });
    const publicId = `evt_${randomUUID().replaceAll('-', '')}`;
    await client.query({
      ...work.event,
      name: 'event',
      values: work.event.values.with(work.publicIdAt, publicId),
    });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

createServer((request, response) => {
  if (request.url === '/ready') return response.end();
  request.resume();
  return request.on('end', () => {
    writeQuotes().then(
      () => response.writeHead(201, work.headers).end(work.body),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        response.writeHead(500).end();
      },
    );
  });
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit());
