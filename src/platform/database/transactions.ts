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
import { runPoolQuery, runQuery } from './query.js';
import { ReadReplica } from './read-replica.js';

interface OpenTransaction {
  /** Undefined where nothing but `prepared` reads: on the replica. */
  manager?: EntityManager;
  client: () => Promise<PoolClient>;
  afterCommit: (() => unknown)[];
  /** The statement before: a connection takes one at a time. */
  previousStatement: Promise<unknown>;
}

/** Whose rows they are. */
export interface RowOwner {
  organizationId: number;
  mode: string;
}

/** What TypeORM says of a transaction whose connection broke between two statements: it has it no more. */
const RELEASED_ERRORS = [QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError];

class ConnectionLostError extends Error {
  constructor() {
    super('Connection terminated within a transaction');
  }
}

/** Does more in the transaction that finishes a piece of work, with what the work answered. */
type OnFinish = (answer: unknown) => Promise<void>;

/**
 * The one way to a transaction: a service opens it, repositories join it without being told.
 * A `run` inside a `run` is the same transaction.
 */
@Injectable()
export class Transactions {
  private readonly current = new AsyncLocalStorage<OpenTransaction>();
  private readonly finishHook = new AsyncLocalStorage<OnFinish>();
  private readonly logger = new Logger('Transactions');
  /** Hears how many bytes have been stored for whom. */
  onStored: (owner: RowOwner, bytes: number) => void = () => undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly replica: ReadReplica,
  ) {}

  /** The entity manager of the transaction in progress, or the pool's. */
  get manager(): EntityManager {
    return this.current.getStore()?.manager ?? this.dataSource.manager;
  }

  /** True inside a `run`, and inside a `reading` that is on the replica. */
  get active(): boolean {
    return this.current.getStore() !== undefined;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.active) return work();
    const afterCommit: OpenTransaction['afterCommit'] = [];
    const begun = this.dataSource.transaction((manager) => {
      const client = (): Promise<PoolClient> => manager.queryRunner!.connect() as Promise<PoolClient>;
      return this.current.run({ manager, client, afterCommit, previousStatement: Promise.resolve() }, work);
    });
    const result = await begun.catch((error: unknown) => {
      throw RELEASED_ERRORS.some((released) => error instanceof released) ? new ConnectionLostError() : error;
    });
    for (const task of afterCommit) await this.runAndLogFailure(task);
    return result;
  }

  /**
   * Runs `work`, which only reads, and by `prepared` alone: in a transaction on the replica if that has all that was
   * committed before this call. Else it runs on the primary, and once more there if the replica fails it.
   */
  async reading<T>(work: () => Promise<T>): Promise<T> {
    if (this.active) return work();
    const there = (replica: PoolClient): Promise<T> => {
      const client = (): Promise<PoolClient> => Promise.resolve(replica);
      return this.current.run({ client, afterCommit: [], previousStatement: Promise.resolve() }, work);
    };
    return this.replica.read(there, work);
  }

  /** Runs `work`; every `finish` inside it hands its answer to `onFinish` before it commits. */
  onFinish<T>(onFinish: OnFinish, work: () => Promise<T>): Promise<T> {
    return this.finishHook.run(onFinish, work);
  }

  /**
   * Like `run`, for the last transaction of a command that called carriers before: what `work` returns is the
   * command's answer, which whoever asked for it by `onFinish` stores in the same transaction.
   */
  async finish<T>(work: () => Promise<T>): Promise<T> {
    return this.run(async () => {
      const answer = await work();
      await this.finishHook.getStore()?.(answer);
      return answer;
    });
  }

  /** Makes whoever else holds the same, e.g. a carrier's number of a tenant, wait until the transaction in progress ends. */
  async hold(what: string, ...of: (string | number)[]): Promise<void> {
    await this.prepared({
      name: 'hold',
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [JSON.stringify([what, ...of])],
    });
  }

  /** Runs `task` once the transaction in progress has committed, at once outside of one. Its failure is logged only. */
  afterCommit(task: () => unknown): void {
    const open = this.current.getStore();
    if (open) open.afterCommit.push(task);
    else void this.runAndLogFailure(task);
  }

  /** Tells of what the transaction in progress stores once it has committed. */
  stored(owner: RowOwner, bytes: number): void {
    this.afterCommit(() => this.onStored(owner, bytes));
  }

  /** A prepared statement on the transaction's connection or the pool: for the few hot reads. */
  async prepared<Row extends QueryResultRow>(query: QueryConfig): Promise<Row[]> {
    const open = this.current.getStore();
    if (!open) return runPoolQuery<Row>(this.pool(), query);
    const inTurn = async (): Promise<Row[]> => runQuery<Row>(await open.client(), query);
    const asked = open.previousStatement.then(inTurn, inTurn);
    open.previousStatement = asked.catch(() => undefined);
    return asked;
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
