import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { ask as askPool } from './ask.js';

interface OpenTransaction {
  manager: EntityManager;
  afterCommit: (() => unknown)[];
  /** The statement before: a connection takes one at a time. */
  before: Promise<unknown>;
}

/** Does more in the transaction that finishes a piece of work, with what the work answered. */
type OnFinish = (answer: unknown) => Promise<void>;

/**
 * The one way to a transaction: a service opens it, repositories join it without being told.
 * A `run` inside a `run` is the same transaction.
 */
@Injectable()
export class Transactions {
  private readonly open = new AsyncLocalStorage<OpenTransaction>();
  private readonly finishing = new AsyncLocalStorage<OnFinish>();
  private readonly logger = new Logger('Transactions');

  constructor(private readonly dataSource: DataSource) {}

  /** The entity manager of the transaction in progress, or the pool's. */
  get manager(): EntityManager {
    return this.open.getStore()?.manager ?? this.dataSource.manager;
  }

  /** True inside a `run`. */
  get active(): boolean {
    return this.open.getStore() !== undefined;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.active) return work();
    const afterCommit: OpenTransaction['afterCommit'] = [];
    const result = await this.dataSource.transaction((manager) =>
      this.open.run({ manager, afterCommit, before: Promise.resolve() }, work),
    );
    for (const task of afterCommit) await this.attempt(task);
    return result;
  }

  /** Runs `work`; every `finish` inside it hands its answer to `onFinish` before it commits. */
  onFinish<T>(onFinish: OnFinish, work: () => Promise<T>): Promise<T> {
    return this.finishing.run(onFinish, work);
  }

  /**
   * Like `run`, for the last transaction of a command that called carriers before: what `work` returns is the
   * command's answer, which whoever asked for it by `onFinish` stores in the same transaction.
   */
  async finish<T>(work: () => Promise<T>): Promise<T> {
    return this.run(async () => {
      const answer = await work();
      await this.finishing.getStore()?.(answer);
      return answer;
    });
  }

  /** Runs `task` once the transaction in progress has committed, at once outside of one. Its failure is logged only. */
  afterCommit(task: () => unknown): void {
    const open = this.open.getStore();
    if (open) open.afterCommit.push(task);
    else void this.attempt(task);
  }

  /** A prepared statement on the transaction's connection or the pool: for the few hot reads. */
  async prepared<Row extends QueryResultRow>(query: QueryConfig): Promise<Row[]> {
    const open = this.open.getStore();
    if (!open) return askPool<Row>(this.pool(), query);
    const ask = async (): Promise<Row[]> => {
      const client = (await open.manager.queryRunner!.connect()) as PoolClient;
      return (await client.query<Row>(query)).rows;
    };
    const asked = open.before.then(ask, ask);
    open.before = asked.catch(() => undefined);
    return asked;
  }

  private pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  private async attempt(task: () => unknown): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.logger.warn(error);
    }
  }
}
