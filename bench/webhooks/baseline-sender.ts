import { Agent, request } from 'node:http';
import pg from 'pg';
import type { PostRequest } from './baseline-client.ts';

/** Sends for baseline-publisher.ts: listens, reads the named row and posts it, without storing a result. */
const agent = new Agent({ keepAlive: true });
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });

async function send(id: string): Promise<void> {
  const { rows } = await pool.query<PostRequest>({
    name: 'read',
    text: 'SELECT url, headers, body FROM bare_posts WHERE id = $1',
    values: [id],
  });
  const { url, headers, body } = rows[0]!;
  request(url, { method: 'POST', agent, headers }, (response) => response.resume()).end(body);
}

listener.on('notification', ({ payload }) => void send(payload!));
process.on('disconnect', () => process.exit());
await listener.connect();
await listener.query('LISTEN bare_posts');
process.send!({ ready: true });
