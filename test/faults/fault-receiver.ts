import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from '../../receivers/typescript/verify-webhook.ts';

/** Receptions of one endpoint: by customer, every time at which its event came. */
export type ReceptionTimes = Map<number, number[]>;

interface Event {
  data: { customer: { id: number } };
}

/** A receiver that accepts what is signed and notes whose event it was and when it came. */
export class FaultReceiver {
  unsigned = 0;
  delayMs = 0;
  private readonly secrets = new Map<string, string>();
  private readonly receptions = new Map<string, ReceptionTimes>();
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const accepted = this.accept(
        request.url ?? '',
        Buffer.concat(chunks),
        request.headers['x-service-signature'] as string,
      );
      void sleep(this.delayMs).then(() => response.writeHead(accepted ? 200 : 401).end());
    });
  });

  async open(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  register(path: string, secret: string): ReceptionTimes {
    const receptions: ReceptionTimes = new Map();
    this.secrets.set(path, secret);
    this.receptions.set(path, receptions);
    return receptions;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private accept(path: string, body: Buffer, header: string | undefined): boolean {
    const secret = this.secrets.get(path);
    if (!secret || !verifyWebhook(body, header, secret)) {
      this.unsigned++;
      return false;
    }
    const { data } = JSON.parse(body.toString('utf8')) as Event;
    const times = this.receptions.get(path)!;
    times.set(data.customer.id, [...(times.get(data.customer.id) ?? []), performance.now()]);
    return true;
  }
}
