import type { Writable } from 'node:stream';
import { Query, types, type FieldDef, type QueryConfig, type QueryResultRow } from 'pg';

type ValueParser = (text: string) => unknown;

/** What a statement answers, in the order of its columns. */
interface ResultColumns {
  names: string[];
  parsers: ValueParser[];
  /** A row without values: a copy of it has its shape at once. */
  empty: QueryResultRow;
}

/** A connection as `pg` hands it to what is submitted to it: a call is a message. */
export interface PgConnection {
  stream: Writable;
  parse(message: { name: string; text: string }): void;
  bind(message: object): void;
  describe(message: object): void;
  execute(message: object): void;
}

/** What of a connection is known: an end of its own to talk to, and the columns of what it has prepared, by name. */
interface ConnectionState {
  withoutDescribe: PgConnection;
  columns: Map<string, ResultColumns>;
}

type PreparedQueryCallback = (error: Error | null, result?: { rows: QueryResultRow[] }) => void;

/** The class that `pg` exports, with the calls that it gets from its connection: the same that `pg-cursor` answers. */
const PgQuery = Query as unknown as new (config: QueryConfig) => {
  readonly name: string;
  callback?: PreparedQueryCallback;
  submit(wire: PgConnection): Error | null;
};

const connectionStates = new WeakMap<PgConnection, ConnectionState>();

/**
 * A named statement that a connection is asked for the columns of once. `pg` asks with each execution, and PostgreSQL's
 * answer is longer than most rows; what a prepared statement answers can't change, PostgreSQL refuses it instead.
 */
export class PreparedQuery extends PgQuery {
  private connectionState!: ConnectionState;
  private columns: ResultColumns | undefined;
  private readonly resultRows: QueryResultRow[] = [];
  private parseError: Error | undefined;
  /** What begins the transaction that this is the first statement of. */
  private beginStatement: string | undefined;

  /** Begins a transaction with this statement, in the same round trip; false if the connection hasn't prepared it yet. */
  beginTransactionOn(wire: PgConnection, begin: string): boolean {
    if (!getConnectionState(wire).columns.has(this.name)) return false;
    this.beginStatement = begin;
    return true;
  }

  override submit(wire: PgConnection): Error | null {
    this.connectionState = getConnectionState(wire);
    this.columns = this.connectionState.columns.get(this.name);
    if (this.beginStatement === undefined)
      return super.submit(this.columns ? this.connectionState.withoutDescribe : wire);
    wire.stream.cork();
    wire.parse({ name: '', text: this.beginStatement });
    wire.bind({});
    wire.execute({});
    const refused = super.submit(this.connectionState.withoutDescribe);
    wire.stream.uncork();
    return refused;
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.rememberColumns({
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text') as ValueParser),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    });
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, parsers, empty } = this.columns!;
    const row: Record<string, unknown> = { ...empty };
    try {
      for (let at = 0; at < fields.length; at++) {
        const text = fields[at]!;
        if (text !== null) row[names[at]!] = parsers[at]!(text);
      }
    } catch (error) {
      this.parseError ??= error as Error;
    }
    this.resultRows.push(row);
  }

  handleCommandComplete(): void {
    // One that answers no rows has described none.
    if (!this.columns) this.rememberColumns({ names: [], parsers: [], empty: {} });
  }

  handleReadyForQuery(): void {
    this.callback!(this.parseError ?? null, { rows: this.resultRows });
  }

  handleError(error: Error): void {
    this.callback!(error);
  }

  private rememberColumns(columns: ResultColumns): void {
    this.columns = columns;
    this.connectionState.columns.set(this.name, columns);
  }
}

function getConnectionState(wire: PgConnection): ConnectionState {
  let of = connectionStates.get(wire);
  if (!of) {
    const undescribed = Object.create(wire, { describe: { value: () => undefined } }) as PgConnection;
    connectionStates.set(wire, (of = { withoutDescribe: undescribed, columns: new Map() }));
  }
  return of;
}
