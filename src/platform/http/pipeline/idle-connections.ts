import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { closedIdleConnections } from '../../metrics.js';

/**
 * Closes idle connections before they fill the server. Idle connections (new, or between two requests) may use half of
 * `maxConnections`; beyond that, the client address with the most idle connections loses its oldest one.
 */
export function limitIdleConnections(server: Server, maxConnections: number): void {
  const maxIdle = Math.ceil(maxConnections / 2);
  const idle = new Map<string, Set<Socket>>();
  // A closed socket no longer knows its address.
  const addresses = new WeakMap<Socket, string>();
  // A client may pipeline the next request before it has its response.
  const inProgress = new WeakMap<Socket, number>();
  let count = 0;

  function markBusy(socket: Socket): void {
    const address = addresses.get(socket)!;
    const own = idle.get(address);
    if (!own?.delete(socket)) return;
    count--;
    if (own.size === 0) idle.delete(address);
  }

  function markIdle(socket: Socket): void {
    const address = addresses.get(socket)!;
    const own = idle.get(address) ?? new Set();
    if (socket.destroyed || own.has(socket)) return;
    idle.set(address, own.add(socket));
    if (++count <= maxIdle) return;
    const largest = [...idle.values()].reduce((a, b) => (b.size > a.size ? b : a));
    const [oldest] = largest;
    markBusy(oldest!);
    closedIdleConnections.inc();
    oldest!.destroy();
  }

  server.on('connection', (socket: Socket) => {
    addresses.set(socket, socket.remoteAddress ?? '');
    markIdle(socket);
    socket.once('close', () => markBusy(socket));
  });
  server.on('request', ({ socket }, response) => {
    markBusy(socket);
    inProgress.set(socket, (inProgress.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = inProgress.get(socket)! - 1;
      inProgress.set(socket, left);
      if (left === 0) markIdle(socket);
    });
  });
}
