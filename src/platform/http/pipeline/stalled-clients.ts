import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { stalledWrites } from '../../metrics.js';

/** No byte either way for this long: longer than any answer takes. */
const MAX_IDLE_MS = 120_000;

interface IdleState {
  bytes: number;
  ms: number;
}

/**
 * Closes connections whose clients don't read what they asked for: an answer that nobody takes holds its memory. Node says
 * when no byte went either way for a while; an answer that is still being made is no stall.
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
    // Idle between two requests: Node has set another time for that.
    if (socket.timeout !== writeTimeoutMs) return void socket.destroy();
    const bytes = socket.bytesRead + socket.bytesWritten;
    const before = silences.get(socket);
    const ms = (before && before.bytes === bytes ? before.ms : 0) + writeTimeoutMs;
    if (ms >= MAX_IDLE_MS) return void socket.destroy();
    silences.set(socket, { bytes, ms });
    socket.setTimeout(writeTimeoutMs);
  });
}
