import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { stalledWrites } from '../../metrics.js';

/** Maximum time without traffic in either direction; longer than any response takes. */
const MAX_IDLE_MS = 120_000;

interface IdleState {
  bytes: number;
  ms: number;
}

/**
 * Closes connections whose clients do not read their responses, because unread responses hold memory. Node emits
 * `timeout` when no byte moved for a while; a response that is still being built is not a stall.
 */
export function closeStalledConnections(server: Server, writeTimeoutMs: number): void {
  const silences = new WeakMap<Socket, IdleState>();
  server.timeout = writeTimeoutMs;
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) {
      stalledWrites.inc();
      socket.destroy();
      return;
    }
    // Between two requests Node applies keepAliveTimeout, a different value.
    if (socket.timeout !== writeTimeoutMs) return void socket.destroy();
    const bytes = socket.bytesRead + socket.bytesWritten;
    const before = silences.get(socket);
    const ms = (before && before.bytes === bytes ? before.ms : 0) + writeTimeoutMs;
    if (ms >= MAX_IDLE_MS) return void socket.destroy();
    silences.set(socket, { bytes, ms });
    socket.setTimeout(writeTimeoutMs);
  });
}
