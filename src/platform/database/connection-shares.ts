import { AsyncLocalStorage } from 'node:async_hooks';
import pg, { type PoolClient, type PoolConfig } from 'pg';

/** The part of a request's context that the database layer reads. */
export interface RequestScope {
  /** Set once the caller is known. */
  organizationId?: number;
  /** Milliseconds that a statement may take, if less than the statement timeout of the connection. */
  statementMs?: number | undefined;
}

/** Holds the scope of the current request. It is empty in jobs, in commands and at startup. */
export const requestScopes = new AsyncLocalStorage<RequestScope>();

/** Runs work for several requests at once, e.g. a buffer of log rows, on the connections of background jobs. */
export function runInBackground<T>(work: () => T): T {
  return requestScopes.exit(work);
}

/** The connections that each kind of owner may use at once. */
export interface ConnectionLimits {
  jobs: number;
  /** All requests together. */
  requests: number;
  perOrganization: number;
}

const MAX_PER_ORGANIZATION = 4;
/** Requests leave one connection in four to background jobs, and jobs leave half of them to requests. */
const RESERVED_FOR_JOBS_DIVISOR = 4;
const JOBS_DIVISOR = 2;
const ORGANIZATION_DIVISOR = 5;
const MAX_WAITING = 1_000;
const REQUEST_WAIT_MS = 5_000;
/** Jobs limit their own number, so a job waits this long only for slow statements of other jobs. */
const JOB_WAIT_MS = 30_000;

/** @param isWorkerOnly true if the process serves no API requests */
export function computeConnectionLimits(poolSize: number, isWorkerOnly: boolean): ConnectionLimits {
  const jobs = isWorkerOnly ? poolSize : Math.ceil(poolSize / JOBS_DIVISOR);
  const requests = Math.max(1, poolSize - Math.max(1, Math.floor(poolSize / RESERVED_FOR_JOBS_DIVISOR)));
  const share = Math.max(1, Math.floor(poolSize / ORGANIZATION_DIVISOR));
  return { jobs, requests, perOrganization: Math.min(MAX_PER_ORGANIZATION, share) };
}

/** The caller waited too long for a connection. `describeDatabaseFault` returns the message. */
export class ConnectionShareError extends Error {}

/** An organization, requests without a caller, or background jobs. */
type Owner = number | 'anonymous' | 'jobs';

interface Waiter {
  start: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Limits how many connections of the pool an owner uses at once. Callers beyond the limit wait here, and the next free
 * connection goes to the owner that has waited longest for one.
 */
export class ConnectionShares {
  private readonly used = new Map<Owner, number>();
  /** In the order of their turns. */
  private readonly waiting = new Map<Owner, Waiter[]>();
  private usedByRequests = 0;

  constructor(private readonly limits: ConnectionLimits) {}

  get waitingCount(): number {
    return [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Calls `start` once the owner may use a connection, or `fail` when it waited too long. */
  acquire(owner: Owner, start: () => void, fail: (error: ConnectionShareError) => void): void {
    const waiters = this.waiting.get(owner) ?? [];
    if (waiters.length === 0 && this.hasRoom(owner)) return this.start(owner, start);
    if (waiters.length >= MAX_WAITING) return fail(buildError(owner));
    const onTimeout = (): void => {
      waiters.splice(waiters.indexOf(waiter), 1);
      if (waiters.length === 0) this.waiting.delete(owner);
      fail(buildError(owner));
    };
    const timer = setTimeout(onTimeout, owner === 'jobs' ? JOB_WAIT_MS : REQUEST_WAIT_MS).unref();
    const waiter = { start, timer };
    waiters.push(waiter);
    this.waiting.set(owner, waiters);
  }

  release(owner: Owner): void {
    const used = this.used.get(owner)! - 1;
    if (used > 0) this.used.set(owner, used);
    else this.used.delete(owner);
    if (owner !== 'jobs') this.usedByRequests--;
    this.startNext();
  }

  private startNext(): void {
    for (const [owner, waiters] of this.waiting) {
      if (!this.hasRoom(owner)) continue;
      const { start, timer } = waiters.shift()!;
      clearTimeout(timer);
      this.waiting.delete(owner);
      if (waiters.length > 0) this.waiting.set(owner, waiters);
      this.start(owner, start);
      return;
    }
  }

  private hasRoom(owner: Owner): boolean {
    if ((this.used.get(owner) ?? 0) >= this.getLimit(owner)) return false;
    return owner === 'jobs' || this.usedByRequests < this.limits.requests;
  }

  private getLimit(owner: Owner): number {
    const { jobs, requests, perOrganization } = this.limits;
    if (owner === 'jobs') return jobs;
    return owner === 'anonymous' ? Math.ceil(requests / 2) : perOrganization;
  }

  private start(owner: Owner, start: () => void): void {
    this.used.set(owner, (this.used.get(owner) ?? 0) + 1);
    if (owner !== 'jobs') this.usedByRequests++;
    start();
  }
}

function buildError(owner: Owner): ConnectionShareError {
  const holder = typeof owner === 'number' ? 'other requests of this organization use' : `${owner} use`;
  return new ConnectionShareError(`${holder} all of the connections they may use`);
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** A pool of `pg` whose connections are handed out by `ConnectionShares`. */
class SharedPool extends pg.Pool {
  private readonly shares: ConnectionShares;
  private readonly owners = new WeakMap<PoolClient, Owner>();

  constructor({ limits, ...options }: PoolConfig & { limits: ConnectionLimits }) {
    super(options);
    this.shares = new ConnectionShares(limits);
    Object.defineProperty(this, 'waitingCount', { get: () => this.shares.waitingCount });
    this.on('release', (_error, client) => {
      const owner = this.owners.get(client);
      this.owners.delete(client);
      if (owner !== undefined) this.shares.release(owner);
    });
  }

  /** Covers both overloads of `pg`. */
  override connect(callback?: ConnectCallback): never {
    if (callback) return this.checkOut(callback) as never;
    return new Promise<PoolClient>((resolve, reject) => {
      this.checkOut((error, client) => (error ? reject(error) : resolve(client!)));
    }) as never;
  }

  private checkOut(callback: ConnectCallback): void {
    const scope = requestScopes.getStore();
    const owner = scope ? (scope.organizationId ?? 'anonymous') : 'jobs';
    const connect = (): void =>
      super.connect((error, client, release) => {
        if (client) this.owners.set(client, owner);
        else this.shares.release(owner);
        callback(error, client, release);
      });
    this.shares.acquire(owner, connect, (error) => callback(error, undefined, () => undefined));
  }
}

/** The driver that TypeORM takes its pool from. */
export const sharedPoolDriver = { ...pg, Pool: SharedPool };
