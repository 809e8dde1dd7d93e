import { types } from 'node:util';
import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { ConnectionShareError, requestScopes } from './connection-shares.js';
import { READ_TIMEOUT_MESSAGE } from './statements/app-pg-client.js';

/** Temporary faults by SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const REASONS_BY_SQLSTATE: Record<string, string> = {
  '25006': 'read-only',
  '28000': 'it rejects the role',
  '28P01': 'it rejects the password',
  '3D000': 'the database does not exist',
  '40001': 'conflict with a concurrent transaction',
  '40P01': 'conflict with a concurrent transaction',
  '53100': 'its disk is full',
  '53200': 'out of memory',
  '53300': 'too many connections',
  '55P03': 'a lock timed out',
  '57014': 'a statement timed out',
  '57P01': 'it is shutting down',
  '57P02': 'it crashed',
  '57P03': 'it is starting up or shutting down',
  '25P03': 'a transaction was idle for too long',
};
const REASONS_BY_SQLSTATE_CLASS: Record<string, string> = {
  '08': 'the connection broke',
  '58': 'a file system error',
};
const SOCKET_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** The message of `pg-pool` if all connections are in use, or are being opened to a server that hangs. */
const POOL_TIMEOUT_MESSAGE = 'timeout exceeded when trying to connect';
/** Messages of `pg` without a code. */
const CONNECTION_LOST_MESSAGE =
  /^(timeout expired|Connection terminated|Client (was closed|has encountered a connection error))/;

/**
 * Returns why the database is temporarily unable to serve, so that the same request may succeed later. Returns undefined
 * for any other error.
 */
export function describeDatabaseFault(thrown: unknown): string | undefined {
  const cause = unwrap(thrown);
  if (!types.isNativeError(cause)) return undefined;
  if (cause instanceof ConnectionShareError) return cause.message;
  const { code = '' } = cause as { code?: string };
  if (REASONS_BY_SQLSTATE[code]) return REASONS_BY_SQLSTATE[code];
  if (/^[0-9A-Z]{5}$/.test(code) && REASONS_BY_SQLSTATE_CLASS[code.slice(0, 2)])
    return REASONS_BY_SQLSTATE_CLASS[code.slice(0, 2)];
  if (cause.message === READ_TIMEOUT_MESSAGE) return 'it does not respond';
  if (cause.message === POOL_TIMEOUT_MESSAGE) return 'no connection was available in time';
  // `errors`: a host name with several addresses fails with one aggregate error.
  const isSocket = SOCKET_ERROR_CODES.has(code) && ('syscall' in cause || 'errors' in cause);
  return isSocket || CONNECTION_LOST_MESSAGE.test(cause.message) ? 'it cannot be reached' : undefined;
}

/** Returns true if a statement of the current request exceeded the `statementMs` of the request. */
export function exceedsRequestTimeout(thrown: unknown): boolean {
  const cause = unwrap(thrown);
  const wasCanceled = cause instanceof DatabaseError && cause.code === QUERY_CANCELED;
  return wasCanceled && requestScopes.getStore()?.statementMs !== undefined;
}

/** SQLSTATE query_canceled. */
const QUERY_CANCELED = '57014';
/** SQLSTATE unique_violation. */
const UNIQUE_VIOLATION = '23505';

/** Returns the result of `write`. Throws `buildError()` if another row already has a unique value. */
export async function mapUniqueViolation<T>(write: Promise<T>, buildError: () => Error): Promise<T> {
  try {
    return await write;
  } catch (thrown) {
    const cause = unwrap(thrown);
    throw cause instanceof DatabaseError && cause.code === UNIQUE_VIOLATION ? buildError() : thrown;
  }
}

function unwrap(thrown: unknown): unknown {
  return thrown instanceof QueryFailedError ? thrown.driverError : thrown;
}
