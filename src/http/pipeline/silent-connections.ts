import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { silentConnections } from '../../meters.js';

/**
 * Keeps connections that have asked for nothing from filling the server: they get half of its places, and beyond that the
 * oldest of them makes room. Whoever means to ask does so at once.
 */
export function boundSilent(server: Server, maxConnections: number): void {
  const most = Math.ceil(maxConnections / 2);
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
    if (silent.size <= most) return;
    const [oldest] = silent;
    silent.delete(oldest!);
    silentConnections.inc();
    oldest!.destroy();
  });
  server.on('request', ({ socket }) => silent.delete(socket));
}
