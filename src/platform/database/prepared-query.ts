import type { Writable } from 'node:stream';
import { Query, types, type FieldDef, type QueryConfig, type QueryResultRow } from 'pg';

type Parser = (text: string) => unknown;

/** What a statement answers, in the order of its columns. */
interface Columns {
  names: string[];
  parsers: Parser[];
  /** A row without values: a copy of it has its shape at once. */
  empty: QueryResultRow;
}

/** A connection as `pg` hands it to what is submitted to it: a call is a message. */
export interface Wire {
  stream: Writable;
  parse(message: { name: string; text: string }): void;
  bind(message: object): void;
  describe(message: object): void;
  execute(message: object): void;
}

/** What of a connection is known: an end of its own to talk to, and the columns of what it has prepared, by name. */
interface Known {
  undescribed: Wire;
  columns: Map<string, Columns>;
}

type Done = (error: Error | null, result?: { rows: QueryResultRow[] }) => void;

/** The class that `pg` exports, with the calls that it gets from its connection: the same that `pg-cursor` answers. */
const PgQuery = Query as unknown as new (config: QueryConfig) => {
  readonly name: string;
  callback?: Done;
  submit(wire: Wire): Error | null;
};

const known = new WeakMap<Wire, Known>();

/**
 * A named statement that a connection is asked for the columns of once. `pg` asks with each execution, and PostgreSQL's
 * answer is longer than most rows; what a prepared statement answers can't change, PostgreSQL refuses it instead.
 */
export class PreparedQuery extends PgQuery {
  private of!: Known;
  private columns: Columns | undefined;
  private readonly rows_: QueryResultRow[] = [];
  private unreadable: Error | undefined;
  /** What begins the transaction that this is the first statement of. */
  private begin: string | undefined;

  /** Begins a transaction with this statement, in the same round trip; false if the connection hasn't prepared it yet. */
  beginOn(wire: Wire, begin: string): boolean {
    if (!knownOf(wire).columns.has(this.name)) return false;
    this.begin = begin;
    return true;
  }

  override submit(wire: Wire): Error | null {
    this.of = knownOf(wire);
    this.columns = this.of.columns.get(this.name);
    if (this.begin === undefined) return super.submit(this.columns ? this.of.undescribed : wire);
    wire.stream.cork();
    wire.parse({ name: '', text: this.begin });
    wire.bind({});
    wire.execute({});
    const refused = super.submit(this.of.undescribed);
    wire.stream.uncork();
    return refused;
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.know({
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text') as Parser),
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
      this.unreadable ??= error as Error;
    }
    this.rows_.push(row);
  }

  handleCommandComplete(): void {
    // One that answers no rows has described none.
    if (!this.columns) this.know({ names: [], parsers: [], empty: {} });
  }

  handleReadyForQuery(): void {
    this.callback!(this.unreadable ?? null, { rows: this.rows_ });
  }

  handleError(error: Error): void {
    this.callback!(error);
  }

  private know(columns: Columns): void {
    this.columns = columns;
    this.of.columns.set(this.name, columns);
  }
}

function knownOf(wire: Wire): Known {
  let of = known.get(wire);
  if (!of) {
    const undescribed = Object.create(wire, { describe: { value: () => undefined } }) as Wire;
    known.set(wire, (of = { undescribed, columns: new Map() }));
  }
  return of;
}
