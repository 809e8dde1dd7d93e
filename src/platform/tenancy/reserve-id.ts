import type { Transactions } from '../database/transactions.js';

/** An id for a row of the table that is yet to be stored: for values that must know it, as sealed ones do. No other is given. */
export async function reserveId(transactions: Transactions, table: string): Promise<number> {
  const [row] = await transactions.prepared<{ id: number }>({
    name: 'reserved_id',
    text: `SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id`,
    values: [table],
  });
  return row!.id;
}
