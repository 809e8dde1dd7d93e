import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Forwards bytes between a client and a server, and can freeze: it then reads no bytes and accepts no connections. */
export interface FreezingProxy {
  port: number;
  freeze(): void;
  thaw(): void;
  /** Accepts new connections. Frozen ones stay frozen, as after a power failure. */
  acceptNewConnections(): void;
  /** Forwards new connections to another server. */
  setTarget(target: { host: string; port: number }): void;
  close(): Promise<void>;
}

export async function startFreezingProxy(target: { host: string; port: number }): Promise<FreezingProxy> {
  const sockets = new Set<Socket>();
  let to = target;
  let frozen = false;
  const server = createServer((client) => {
    const upstream = connect(to);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
    if (frozen) for (const socket of [client, upstream]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    acceptNewConnections() {
      frozen = false;
    },
    setTarget(target) {
      to = target;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
