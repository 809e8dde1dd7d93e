import type { Socket } from 'node:net';
import { startRawReceiver, startReceiver, type RawReceiver, type Receiver } from './webhook-receiver.js';

/** The receivers of one test, closed together after it. */
export class WebhookReceivers {
  /** The one that was started last. */
  last: Receiver;
  private readonly open: { close(): Promise<void> }[] = [];

  async startReceiver(first?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
    this.last = await startReceiver(first);
    this.open.push(this.last);
    return this.last;
  }

  async startRawReceiver(serve: (socket: Socket) => unknown): Promise<RawReceiver> {
    const raw = await startRawReceiver(serve);
    this.open.push(raw);
    return raw;
  }

  /** Something else to be closed after the test. */
  closeLater(server: { close(): Promise<void> }): void {
    this.open.push(server);
  }

  async close(): Promise<void> {
    await Promise.all(this.open.splice(0).map((server) => server.close()));
  }
}
