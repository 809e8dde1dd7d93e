import { Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { Config } from '../../config/config.js';
import { KEEP_ALIVE } from '../database/data-source.js';
import { AppPgClient } from '../database/statements/app-pg-client.js';

const CHANNEL = 'lading_wake_ups';
const RECONNECT_MS = 1_000;
/** How often a connection is tried that may be gone without a word. */
const CHECK_MS = 10_000;
const TIMEOUT_MS = 5_000;

/**
 * The quick way of a wake-up: NOTIFY over one connection that the process keeps. After the commit and never within it, because
 * PostgreSQL lets transactions that notify commit one at a time only. One is under way at most, and what is said meanwhile goes
 * together with the next. What is lost with the connection comes through BullMQ, or is found without any wake-up.
 */
@Injectable()
export class NotifyChannel {
  private readonly url: string | undefined;
  private readonly listeners = new Map<string, () => void>();
  private readonly pendingTopics = new Set<string>();
  private client: Client | undefined;
  private connecting: Promise<Client> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private sending = false;
  private closed = false;

  constructor({ database }: Config) {
    this.url = database.url;
  }

  /** Returns at once. Wakes who listens in this process now, and who does elsewhere in a moment. */
  send(topic: string): void {
    this.listeners.get(topic)?.();
    if (!this.url) return;
    this.pendingTopics.add(topic);
    if (!this.sending) void this.flush();
  }

  listen(topic: string, wake: () => void): void {
    this.listeners.set(topic, wake);
    if (!this.url) return;
    this.getClient()
      .then((client) => client.query(`LISTEN ${CHANNEL}`))
      .catch(() => undefined);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.client?.end();
  }

  private async flush(): Promise<void> {
    this.sending = true;
    while (this.pendingTopics.size > 0 && !this.closed) {
      const topics = [...this.pendingTopics];
      this.pendingTopics.clear();
      await this.notify(topics).catch(() => undefined);
    }
    this.sending = false;
  }

  private async notify(topics: string[]): Promise<void> {
    const client = await this.getClient();
    await client.query({
      name: 'wake_up',
      text: 'SELECT pg_notify($1, topic) FROM unnest($2::text[]) topic',
      values: [CHANNEL, topics],
    });
  }

  private getClient(): Promise<Client> {
    return (this.connecting ??= this.connect());
  }

  private async connect(): Promise<Client> {
    const client: Client = new AppPgClient({
      connectionString: this.url!,
      application_name: 'lading-wake-ups',
      ...KEEP_ALIVE,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    this.client = client;
    client.once('end', () => this.handleConnectionLoss(client));
    client.on('notification', ({ processId, payload }) => {
      // Its own are told without the database.
      if (processId !== (client as Client & { processID: number }).processID)
        this.listeners.get(payload ?? '')?.();
    });
    try {
      await client.connect();
      // Nobody needs a signal after a crash: it doesn't wait for the disk.
      await client.query('SET synchronous_commit = off');
      if (this.listeners.size > 0) await this.resubscribe(client);
    } catch (error) {
      this.handleConnectionLoss(client);
      client.end().catch(() => undefined);
      throw error;
    }
    this.schedule(CHECK_MS, () => this.checkConnection(client));
    return client;
  }

  /** What was said while nobody listened is lost: there may be work. */
  private async resubscribe(client: Client): Promise<void> {
    await client.query(`LISTEN ${CHANNEL}`);
    for (const wake of this.listeners.values()) wake();
  }

  /** One that says nothing is cut, and so lost. */
  private checkConnection(client: Client): void {
    if (client !== this.client) return;
    client.query('SELECT').then(
      () => this.schedule(CHECK_MS, () => this.checkConnection(client)),
      () => undefined,
    );
  }

  /** Who listens connects again by itself, who only sends with what it sends next. */
  private handleConnectionLoss(client: Client): void {
    if (client !== this.client) return;
    this.client = this.connecting = undefined;
    if (this.listeners.size > 0) this.schedule(RECONNECT_MS, () => this.getClient().catch(() => undefined));
  }

  /** There is one at a time: a connection is checked, or made again. */
  private schedule(ms: number, work: () => unknown): void {
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(work, ms).unref();
  }
}
