import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';
import type { RecordedStatement } from './record-sql.ts';

/** The statements that the write baseline runs for each request. */
export interface BaselineDraft {
  /** The recorded statements; some of their values differ per request. */
  quote: RecordedStatement;
  serial: RecordedStatement;
  freight: RecordedStatement;
  /** The index of the bill of lading number in the values of `freight`. */
  bolNumberAt: number;
  /** The stored response as the service encrypted it, in PostgreSQL's hexadecimal form. */
  answer: string;
  tenant: [number, string];
  headers: Record<string, string>;
  body: string;
}

/**
 * Serves the baseline of writes: one bare transaction that stores the same two rows and the same bytes as the response.
 */
const work = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BaselineDraft;
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
});
pg.types.setTypeParser(20, Number);
let drafts = 0;

const IDEMPOTENT = `INSERT INTO idempotent_requests (organization_id, mode, key, owner, fingerprint, lease_until, sealed_answer)
  VALUES ($1, $2, $3, $4, $5, now() + interval '30 seconds', $6)`;

async function writeDraft(key: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({ ...work.quote, name: 'quote' });
    await client.query({ ...work.serial, name: 'serial' });
    const values = [...work.freight.values];
    values[work.bolNumberAt] = `9${String(++drafts).padStart(16, '0')}`;
    await client.query({ name: 'freight', text: work.freight.text, values });
    const row = [...work.tenant, key, randomUUID(), Buffer.alloc(32), work.answer];
    await client.query({ name: 'idempotent', text: IDEMPOTENT, values: row });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

createServer((request, response) => {
  if (request.url === '/ready') return response.end();
  request.resume();
  return request.on('end', () => {
    writeDraft(String(request.headers['idempotency-key'])).then(
      () => response.writeHead(201, work.headers).end(work.body),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        response.writeHead(500).end();
      },
    );
  });
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit());
