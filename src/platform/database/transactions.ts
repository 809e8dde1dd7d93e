import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import {
  DataSource,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
  type EntityManager,
} from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { runPoolQuery, runQuery } from './statements/run-query.js';
import { ReadReplica } from './read-replica.js';

interface OpenTransaction {
  /** Undefined on the replica, where only `prepared` reads. */
  manager?: EntityManager;
  client: () => Promise<PoolClient>;
  afterCommit: (() => unknown)[];
  /** The last statement: a connection runs one at a time. */
  previousStatement: Promise<unknown>;
}

export interface RowOwner {
  organizationId: number;
  mode: string;
}

/** The errors of TypeORM for a transaction whose connection was lost between two statements. */
const RELEASED_ERRORS = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

class ConnectionLostError extends Error {
  constructor() {
    super('Connection terminated within a transaction');
  }
}

type OnFinish = (result: unknown) => Promise<void>;

/** Opens transactions. Repositories join the transaction of the current asynchronous context. */
@Injectable()
export class Transactions {
  private readonly current = new AsyncLocalStorage<OpenTransaction>();
  private readonly finishHook = new AsyncLocalStorage<OnFinish>();
  private readonly logger = new Logger('Transactions');
  /** Called after the commit with the bytes that were stored for an owner. */
  onStored: (owner: RowOwner, bytes: number) => void = () => undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly replica: ReadReplica,
  ) {}

  /** The entity manager of the current transaction, or of the pool. */
  get manager(): EntityManager {
    return this.current.getStore()?.manager ?? this.dataSource.manager;
  }

  /** True inside `run`, and inside `reading` on the replica. */
  get active(): boolean {
    return this.current.getStore() !== undefined;
  }

  /** Runs `work` in a transaction. A nested `run` joins the outer transaction. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.active) return work();
    const afterCommit: OpenTransaction['afterCommit'] = [];
    const transaction = this.dataSource.transaction((manager) => {
      const client = (): Promise<PoolClient> => manager.queryRunner!.connect() as Promise<PoolClient>;
      return this.current.run({ manager, client, afterCommit, previousStatement: Promise.resolve() }, work);
    });
    const result = await transaction.catch((error: unknown) => {
      throw RELEASED_ERRORS.some((released) => error instanceof released) ? new ConnectionLostError() : error;
    });
    for (const task of afterCommit) await this.runAndLogFailure(task);
    return result;
  }

  /**
   * Runs `work`, which reads only and only by `prepared`, on the replica if it is up to date, and otherwise on the primary.
   * Runs it again on the primary if the replica fails.
   */
  async reading<T>(work: () => Promise<T>): Promise<T> {
    if (this.active) return work();
    const onReplica = (connection: PoolClient): Promise<T> => {
      const client = (): Promise<PoolClient> => Promise.resolve(connection);
      return this.current.run({ client, afterCommit: [], previousStatement: Promise.resolve() }, work);
    };
    return this.replica.read(onReplica, work);
  }

  /** Runs `work`. Each `finish` inside calls `onFinish` with its result before it commits. */
  onFinish<T>(onFinish: OnFinish, work: () => Promise<T>): Promise<T> {
    return this.finishHook.run(onFinish, work);
  }

  /**
   * Like `run`, for the last transaction of a command that called carriers. `work` returns the result of the command, which
   * the hook of `onFinish` stores in the same transaction.
   */
  async finish<T>(work: () => Promise<T>): Promise<T> {
    return this.run(async () => {
      const result = await work();
      await this.finishHook.getStore()?.(result);
      return result;
    });
  }

  /** Takes an advisory lock on a key, e.g. a carrier's number of a tenant, until the transaction ends. */
  async hold(...key: [string, ...(string | number)[]]): Promise<void> {
    await this.prepared({
      name: 'hold',
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [JSON.stringify(key)],
    });
  }

  /** Runs `task` after the commit, or at once without a transaction. Logs its failure. */
  afterCommit(task: () => unknown): void {
    const open = this.current.getStore();
    if (open) open.afterCommit.push(task);
    else void this.runAndLogFailure(task);
  }

  /** Reports stored bytes to `onStored` after the commit. */
  stored(owner: RowOwner, bytes: number): void {
    this.afterCommit(() => this.onStored(owner, bytes));
  }

  /** Runs a statement on the connection of the current transaction, or on the pool. Prepares it if it has a name. */
  async prepared<Row extends QueryResultRow>(query: QueryConfig): Promise<Row[]> {
    const open = this.current.getStore();
    if (!open) return runPoolQuery<Row>(this.pool(), query);
    const send = async (): Promise<Row[]> => runQuery<Row>(await open.client(), query);
    const result = open.previousStatement.then(send, send);
    open.previousStatement = result.catch(() => undefined);
    return result;
  }

  private pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  private async runAndLogFailure(task: () => unknown): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.logger.warn(error);
    }
  }
}
