import { Client, DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { ConfigError } from '../../config/env.js';

const CONNECT_ERROR_REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name does not resolve',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no answer',
  // What `pg` says; looking up the name is a part of it.
  'timeout expired': 'no answer within 10 s, of the server or of who knows its name (DNS)',
};

/** PgBouncer's words in any mode, until it is told to take the settings, which only keep their meaning in a session of one's own. */
const POOLER_REFUSES_SETTINGS =
  'a pooler such as PgBouncer stands there and refuses the settings of a session, which time limits and locks rest on: ' +
  'name PostgreSQL itself, or a pool in session mode with ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

const POOLER_IN_TRANSACTION_MODE =
  'a pooler such as PgBouncer stands there and hands sessions from one to another (transaction mode), with their prepared ' +
  'statements, locks and time limits: name PostgreSQL itself, or a pool in session mode';

/** @throws ConfigError that says which server refuses, and why, without the password */
export async function assertPostgresReachable(url: string): Promise<void> {
  // With a setting of ours, as all connections have: a pooler that hands sessions around refuses it.
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

/** Whether somebody else meets what was set in this session: PgBouncer hands out first what came back last. */
async function isTransactionPooler(client: Client, url: string): Promise<boolean> {
  const other = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  other.on('error', () => undefined);
  try {
    await client.query(`SET lading.session = 'ours'`);
    await other.connect();
    const { rows } = await other.query<{ ours: string | null }>(
      `SELECT current_setting('lading.session', true) AS ours`,
    );
    return rows[0]!.ours === 'ours';
  } catch {
    // A second connection that can't be had proves nothing.
    return false;
  } finally {
    await client.query('RESET lading.session').catch(() => undefined);
    await other.end().catch(() => undefined);
  }
}

/** What only an operator can mend of what a migration meets, by SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const OPERATOR_HINTS: Record<string, string> = {
  '25006': 'the database is read-only',
  '3F000': "none of the schemas in the role's search_path exists",
  '42501': 'the role must own the tables, and be allowed to make them in that schema',
  '42703': 'a table of another application has this name',
  '42P07': 'a table of another application has this name',
  '53100': 'the disk is full',
  '53300': 'all connections are taken',
};

/** A ConfigError for what an operator can mend, anything else as it is: then the stack tells where it comes from. */
export function toMigrationError(url: string, error: unknown): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!(cause instanceof DatabaseError)) return error;
  const hint = OPERATOR_HINTS[cause.code ?? ''];
  return hint ? buildConfigError(new Client({ connectionString: url }), `${cause.message} (${hint})`) : error;
}

function buildConfigError({ host, port, database, user }: Client, reason: string): ConfigError {
  return new ConfigError(`DATABASE_URL: ${host}:${port}, database "${database}", user "${user}": ${reason}`);
}
