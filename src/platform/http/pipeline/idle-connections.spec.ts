import { afterEach, expect, it } from '@jest/globals';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { eventually } from '../../../../test/support/eventually.js';
import { limitIdleConnections } from './idle-connections.js';

const ASK = 'GET / HTTP/1.1\r\nHost: spec\r\n\r\n';

let server: Server;
const clients: Socket[] = [];

async function client(port: number, say = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  clients.push(socket);
  socket.setEncoding('utf8').resume();
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(say);
  return socket;
}

afterEach(() => {
  for (const each of clients.splice(0)) each.destroy();
  server.close();
});

it('limitIdleConnections keeps a connection whose next request has started to arrive', async () => {
  const waiting: ServerResponse[] = [];
  server = createServer((_, response) => void waiting.push(response));
  limitIdleConnections(server, 4);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const busy = await client(port, ASK + ASK);
  await eventually(() => waiting.length === 2);
  waiting[0]!.end('one');
  const idle = [await client(port), await client(port), await client(port)];
  await eventually(() => idle.some(({ readyState }) => readyState === 'closed'));
  let heard = '';
  busy.on('data', (text: string) => (heard += text));
  waiting[1]!.end('two');
  expect(await eventually(() => heard.includes('two'))).toBe(true);
});
