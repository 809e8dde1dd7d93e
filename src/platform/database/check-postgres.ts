import { Client, DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { ConfigError } from '../../config/env.js';

const CONNECT_ERROR_REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing is listening on this port',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ETIMEDOUT: 'no response',
  // The message of `pg`, whose timeout includes the DNS lookup.
  'timeout expired': 'no response within 10 s from the server or from DNS',
};

const POOLER_REFUSES_SETTINGS =
  'a pooler such as PgBouncer rejects session settings, which time limits and locks need. ' +
  'Connect to PostgreSQL itself, or to a pool in session mode with ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

const POOLER_IN_TRANSACTION_MODE =
  'a pooler such as PgBouncer shares sessions between clients (transaction mode), which breaks prepared statements, ' +
  'locks and time limits. Connect to PostgreSQL itself, or to a pool in session mode';

/** @throws ConfigError with the server and the reason, without the password */
export async function assertPostgresReachable(url: string): Promise<void> {
  // `statement_timeout` is a session setting, which a transaction pooler rejects.
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (await isTransactionPooler(client, url)) throw new Error(POOLER_IN_TRANSACTION_MODE);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw buildConfigError(
      client,
      /unsupported startup parameter/.test(message)
        ? POOLER_REFUSES_SETTINGS
        : (CONNECT_ERROR_REASONS[code] ?? CONNECT_ERROR_REASONS[message] ?? message),
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Sets a variable in the session and reads it from a second connection. PgBouncer reuses the last free session first. */
async function isTransactionPooler(client: Client, url: string): Promise<boolean> {
  const other = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  other.on('error', () => undefined);
  try {
    await client.query(`SET lading.session = 'set'`);
    await other.connect();
    const { rows } = await other.query<{ value: string | null }>(
      `SELECT current_setting('lading.session', true) AS value`,
    );
    return rows[0]!.value === 'set';
  } catch {
    // A failed second connection proves nothing.
    return false;
  } finally {
    await client.query('RESET lading.session').catch(() => undefined);
    await other.end().catch(() => undefined);
  }
}

/** Migration errors that only an operator can fix, by SQLSTATE. */
const OPERATOR_HINTS: Record<string, string> = {
  '25006': 'the database is read-only',
  '3F000': "none of the schemas in the role's search_path exists",
  '42501': 'the role must own the tables and may create tables in the schema',
  '42703': 'a table of another application has this name',
  '42P07': 'a table of another application has this name',
  '53100': 'the disk is full',
  '53300': 'too many connections',
};

/** Returns a ConfigError for an error that an operator can fix, and any other error unchanged, with its stack. */
export function toMigrationError(url: string, error: unknown): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!(cause instanceof DatabaseError)) return error;
  const hint = OPERATOR_HINTS[cause.code ?? ''];
  return hint ? buildConfigError(new Client({ connectionString: url }), `${cause.message} (${hint})`) : error;
}

function buildConfigError({ host, port, database, user }: Client, reason: string): ConfigError {
  return new ConfigError(`DATABASE_URL: ${host}:${port}, database "${database}", user "${user}": ${reason}`);
}
