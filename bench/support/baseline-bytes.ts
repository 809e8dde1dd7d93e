import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The bytes that the baseline of files sends. */
export interface BaselineBytes {
  headers: Record<string, string>;
  body: string;
}

/** Serves the baseline of responses from memory: a bare server that sends the same bytes. */
const { headers, body } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BaselineBytes;

createServer((request, response) => {
  if (request.url === '/ready') return void response.end();
  response.writeHead(200, headers).end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit());
