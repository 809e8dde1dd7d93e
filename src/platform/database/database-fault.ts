import { types } from 'node:util';
import { QueryFailedError } from 'typeorm';
import { READ_TIMEOUT_MESSAGE } from './app-pg-client.js';

/** What a database is that can't serve just now, by SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const REASONS_BY_SQLSTATE: Record<string, string> = {
  '25006': 'read-only',
  '28000': 'it refuses the service',
  '28P01': 'it refuses the password of the service',
  '3D000': 'there is no database of that name',
  '40001': 'the transaction met another one',
  '40P01': 'the transaction met another one',
  '53100': 'its disk is full',
  '53200': 'out of memory',
  '53300': 'all its connections are taken',
  '55P03': 'what is needed is locked',
  '57014': 'the statement took too long',
  '57P01': 'it shuts down',
  '57P02': 'it has crashed',
  '57P03': 'it starts up or shuts down',
  '25P03': 'the transaction was idle for too long',
};
/** Class 08 is a connection that broke, class 58 a file system that did. */
const REASONS_BY_SQLSTATE_CLASS: Record<string, string> = {
  '08': 'the connection broke',
  '58': 'its files failed',
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
/** What `pg-pool` says to who waits for too long: all its connections are in use, or are being made to a server that hangs. */
const POOL_TIMEOUT_MESSAGE = 'timeout exceeded when trying to connect';
/** What `pg` says without a code. */
const CONNECTION_LOST_MESSAGE =
  /^(timeout expired|Connection terminated|Client (was closed|has encountered a connection error))/;

/**
 * Why the database can't serve what was asked, when it is the database's state and none of ours: the same request may
 * succeed in a moment. Undefined for everything else.
 */
export function describeDatabaseFault(thrown: unknown): string | undefined {
  const cause = thrown instanceof QueryFailedError ? (thrown.driverError as Error) : thrown;
  if (!types.isNativeError(cause)) return undefined;
  const { code = '' } = cause as { code?: string };
  if (REASONS_BY_SQLSTATE[code]) return REASONS_BY_SQLSTATE[code];
  if (/^[0-9A-Z]{5}$/.test(code) && REASONS_BY_SQLSTATE_CLASS[code.slice(0, 2)])
    return REASONS_BY_SQLSTATE_CLASS[code.slice(0, 2)];
  if (cause.message === READ_TIMEOUT_MESSAGE) return 'it does not answer';
  if (cause.message === POOL_TIMEOUT_MESSAGE) return 'no connection came in time';
  // A name with several addresses fails by one error of all of them.
  const isSocket = SOCKET_ERROR_CODES.has(code) && ('syscall' in cause || 'errors' in cause);
  return isSocket || CONNECTION_LOST_MESSAGE.test(cause.message) ? 'it cannot be reached' : undefined;
}
