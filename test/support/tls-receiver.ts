import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';

const TLS_DIR = join(import.meta.dirname, 'tls');
/** Self-signed, for `receiver.test` and 127.0.0.1, made for these tests only. */
export const CERTIFICATE = readFileSync(join(TLS_DIR, 'receiver.crt'), 'utf8');
const KEY = readFileSync(join(TLS_DIR, 'receiver.key'), 'utf8');

export interface TlsReceiver {
  url: string;
  port: number;
  /** The names that clients asked for, and the hosts that requests named. */
  requestedHosts: { servername: string | false | null; host: string | undefined }[];
  requests(): number;
  close(): Promise<void>;
}

/** A receiver behind TLS whose certificate nobody vouches for. */
export async function startTlsReceiver(): Promise<TlsReceiver> {
  const seen: TlsReceiver['requestedHosts'] = [];
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    seen.push({ servername: (request.socket as TLSSocket).servername ?? null, host: request.headers.host });
    request.resume().on('end', () => response.end());
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    requestedHosts: seen,
    requests: () => seen.length,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
