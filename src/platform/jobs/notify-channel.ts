import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Client } from 'pg';
import { Config } from '../../config/config.js';
import { withDeadline } from '../async/with-deadline.js';
import { KEEP_ALIVE } from '../database/data-source.js';
import { AppPgClient } from '../database/statements/app-pg-client.js';

const CHANNEL = 'lading_wake_ups';
const RECONNECT_MS = 1_000;
/** The interval of a test query. It detects a connection that was lost without notice. */
const CHECK_MS = 10_000;
const TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** Sends wake-ups with NOTIFY over one connection per process, and LISTENs on the same connection. */
@Injectable()
export class NotifyChannel implements OnApplicationShutdown {
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

  /** Wakes a listener in this process directly, and those in other processes through the database. */
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

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await withDeadline(
      CLOSE_TIMEOUT_MS,
      async () => this.client?.end().catch(() => undefined),
      () => undefined,
    );
  }

  /** Sends one statement at a time. Wake-ups sent meanwhile share the next one. */
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
      // `send` has already called the listeners of this process.
      if (processId !== (client as Client & { processID: number }).processID)
        this.listeners.get(payload ?? '')?.();
    });
    try {
      await client.connect();
      // A wake-up need not survive a crash, so the commit does not wait for the disk.
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

  /** Wakes all listeners: wake-ups sent during the outage are lost. */
  private async resubscribe(client: Client): Promise<void> {
    await client.query(`LISTEN ${CHANNEL}`);
    for (const wake of this.listeners.values()) wake();
  }

  private checkConnection(client: Client): void {
    if (client !== this.client) return;
    client.query('SELECT').then(
      () => this.schedule(CHECK_MS, () => this.checkConnection(client)),
      () => undefined,
    );
  }

  /** A listener reconnects by itself. A process that only sends reconnects with the next wake-up. */
  private handleConnectionLoss(client: Client): void {
    if (client !== this.client) return;
    this.client = this.connecting = undefined;
    if (this.listeners.size > 0) this.schedule(RECONNECT_MS, () => this.getClient().catch(() => undefined));
  }

  /** Replaces the timer: a connection is either checked or reopened. */
  private schedule(ms: number, work: () => unknown): void {
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(work, ms).unref();
  }
}
