import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from '../../receivers/typescript/verify-webhook.ts';
import { startReceiver, type ReceivedDelivery, type Receiver } from '../support/receiver.ts';

/** The arrivals of each customer's events at one endpoint. */
export type ReceptionTimes = Map<number, number[]>;

/** Accepts signed deliveries and records their arrivals by customer. */
export class FaultReceiver {
  unsigned = 0;
  delayMs = 0;
  private readonly secrets = new Map<string, string>();
  private readonly receptions = new Map<string, ReceptionTimes>();
  private receiver: Receiver;

  async open(): Promise<void> {
    this.receiver = await startReceiver((delivery, response) => this.respond(delivery, response));
  }

  get url(): string {
    return this.receiver.url;
  }

  register(path: string, secret: string): ReceptionTimes {
    const receptions: ReceptionTimes = new Map();
    this.secrets.set(path, secret);
    this.receptions.set(path, receptions);
    return receptions;
  }

  close(): Promise<void> {
    return this.receiver.close();
  }

  private async respond(delivery: ReceivedDelivery, response: ServerResponse): Promise<void> {
    // A fault run receives millions of deliveries.
    this.receiver.received.length = 0;
    const accepted = this.accept(delivery);
    await sleep(this.delayMs);
    response.writeHead(accepted ? 200 : 401).end();
  }

  private accept({ path, rawBody, headers, body }: ReceivedDelivery): boolean {
    const secret = this.secrets.get(path);
    if (!secret || !verifyWebhook(rawBody, headers['x-service-signature'] as string, secret)) {
      this.unsigned++;
      return false;
    }
    const { id } = body.data.customer as { id: number };
    const times = this.receptions.get(path)!;
    times.set(id, [...(times.get(id) ?? []), performance.now()]);
    return true;
  }
}
