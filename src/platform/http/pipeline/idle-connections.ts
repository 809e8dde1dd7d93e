import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { closedIdleConnections } from '../../metrics.js';

/**
 * Keeps connections without a request under way, new ones and those that wait for their next, from filling the server: they get
 * half of its places, and beyond that the oldest of the address that has most of them makes room. So one address ends its own.
 */
export function limitIdleConnections(server: Server, maxConnections: number): void {
  const most = Math.ceil(maxConnections / 2);
  const idle = new Map<string, Set<Socket>>();
  /** As it was when the connection came: of one that has gone it can't be asked. */
  const addresses = new WeakMap<Socket, string>();
  /** Requests under way: a client may send the next before it has its answer. */
  const underWay = new WeakMap<Socket, number>();
  let count = 0;

  function leave(socket: Socket): void {
    const address = addresses.get(socket)!;
    const own = idle.get(address);
    if (!own?.delete(socket)) return;
    count--;
    if (own.size === 0) idle.delete(address);
  }

  function rest(socket: Socket): void {
    const address = addresses.get(socket)!;
    const own = idle.get(address) ?? new Set();
    if (socket.destroyed || own.has(socket)) return;
    idle.set(address, own.add(socket));
    if (++count <= most) return;
    const crowd = [...idle.values()].reduce((a, b) => (b.size > a.size ? b : a));
    const [oldest] = crowd;
    leave(oldest!);
    closedIdleConnections.inc();
    oldest!.destroy();
  }

  server.on('connection', (socket: Socket) => {
    addresses.set(socket, socket.remoteAddress ?? '');
    rest(socket);
    socket.once('close', () => leave(socket));
  });
  server.on('request', ({ socket }, response) => {
    leave(socket);
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = underWay.get(socket)! - 1;
      underWay.set(socket, left);
      if (left === 0) rest(socket);
    });
  });
}
