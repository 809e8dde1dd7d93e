import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The DNS response by the end of the name. */
const FAILING_NAMES = { 'servfail.test': 2, 'silent.test': null } as const;

/** Starts a name server that resolves all names to this machine, except those of failing and silent names. */
export async function startDnsServer(): Promise<{ port: number; close(): void }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const name = parseQueryName(query);
    const hostile = Object.entries(FAILING_NAMES).find(([end]) => name.endsWith(end));
    if (hostile?.[1] === null) return;
    socket.send(buildAnswer(query, hostile ? hostile[1] : 0), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}

function parseQueryName(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at]; at += query[at]! + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  return labels.join('.');
}

/** Builds a response by RFC 1035, 4.1: the question and, for type A, 127.0.0.1. */
function buildAnswer(query: Buffer, code: number): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const head = Buffer.from(query.subarray(0, end));
  const isA = head.readUInt16BE(end - 4) === 1 && code === 0;
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(isA ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const address = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
  return isA ? Buffer.concat([head, address]) : head;
}
