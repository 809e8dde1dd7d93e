import type { Writable } from 'node:stream';
import { Query, types, type FieldDef, type QueryConfig, type QueryResultRow } from 'pg';

type ValueParser = (text: string) => unknown;

/** The columns of a statement's rows, in their order. */
type ResultColumns = { name: string; parse: ValueParser }[];

/** The connection that `pg` passes to a submitted query. Each method sends one message of the protocol. */
export interface PgConnection {
  stream: Writable;
  parse(message: { name: string; text: string }): void;
  bind(message: object): void;
  describe(message: object): void;
  execute(message: object): void;
}

interface ConnectionState {
  /** The connection with a `describe` that sends nothing. */
  withoutDescribe: PgConnection;
  /** The columns of the statements that the connection has prepared, by name. */
  columns: Map<string, ResultColumns>;
}

type PreparedQueryCallback = (error: Error | null, result?: { rows: QueryResultRow[] }) => void;

/** The `Query` class of `pg` with the methods that its connection calls. `pg-cursor` implements the same methods. */
const PgQuery = Query as unknown as new (config: QueryConfig) => {
  readonly name: string;
  callback?: PreparedQueryCallback;
  submit(connection: PgConnection): Error | null;
};

const connectionStates = new WeakMap<PgConnection, ConnectionState>();

/**
 * A named statement that requests its column descriptions once per connection. `pg` requests them at each execution, and
 * they are longer than most rows. PostgreSQL rejects a prepared statement whose columns changed, so they stay valid.
 */
export class PreparedQuery extends PgQuery {
  private state!: ConnectionState;
  private columns: ResultColumns | undefined;
  /** Not `rows`: `pg` uses that name for a row limit. */
  private readonly resultRows: QueryResultRow[] = [];
  private parseError: Error | undefined;
  private beginStatement: string | undefined;

  /** Sends `begin` in the round trip of this statement. Returns false if the connection has not prepared it yet. */
  beginTransactionOn(connection: PgConnection, begin: string): boolean {
    if (!getConnectionState(connection).columns.has(this.name)) return false;
    this.beginStatement = begin;
    return true;
  }

  override submit(connection: PgConnection): Error | null {
    this.state = getConnectionState(connection);
    this.columns = this.state.columns.get(this.name);
    if (this.beginStatement === undefined)
      return super.submit(this.columns ? this.state.withoutDescribe : connection);
    connection.stream.cork();
    connection.parse({ name: '', text: this.beginStatement });
    connection.bind({});
    connection.execute({});
    const error = super.submit(this.state.withoutDescribe);
    connection.stream.uncork();
    return error;
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.rememberColumns(
      fields.map(({ name, dataTypeID }) => ({
        name,
        parse: types.getTypeParser(dataTypeID, 'text') as ValueParser,
      })),
    );
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const columns = this.columns!;
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < fields.length; index++) {
        const { name, parse } = columns[index]!;
        const text = fields[index]!;
        row[name] = text === null ? null : parse(text);
      }
    } catch (error) {
      this.parseError ??= error as Error;
    }
    this.resultRows.push(row);
  }

  handleCommandComplete(): void {
    // A statement without rows has no row description.
    if (!this.columns) this.rememberColumns([]);
  }

  handleReadyForQuery(): void {
    this.callback!(this.parseError ?? null, { rows: this.resultRows });
  }

  handleError(error: Error): void {
    this.callback!(error);
  }

  private rememberColumns(columns: ResultColumns): void {
    this.columns = columns;
    this.state.columns.set(this.name, columns);
  }
}

function getConnectionState(connection: PgConnection): ConnectionState {
  let state = connectionStates.get(connection);
  if (!state) {
    const withoutDescribe = Object.create(connection, {
      describe: { value: () => undefined },
    }) as PgConnection;
    connectionStates.set(connection, (state = { withoutDescribe, columns: new Map() }));
  }
  return state;
}
