import { Button, Checkbox } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote } from './ErrorNote';
import { useFilters } from './filters';
import { LoadingSkeleton } from './layout';
import styles from './table.module.css';

export interface Column<R> {
  label: string;
  render(row: R): ReactNode;
  /** Money and numbers stand under each other. */
  alignRight?: boolean;
}

interface RowSelection {
  ids: ReadonlySet<number>;
  set(ids: Set<number>): void;
}

interface TableProps<R> {
  label: string;
  columns: Column<R>[];
  rows: R[];
  getKey?: (row: R) => string | number;
  footer?: ReactNode;
  selection?: RowSelection;
  bare?: boolean;
  isRefreshing?: boolean;
}

export function DataTable<R>(props: TableProps<R>) {
  const {
    label,
    columns,
    rows,
    getKey: keyOf = getRowId,
    footer,
    selection: chosen,
    bare,
    isRefreshing: fading,
  } = props;
  return (
    <div className={`${bare ? styles.bare : styles.wrap} ${fading ? styles.fading : ''}`}>
      <table className={`${styles.table} ${styles.cards}`} aria-label={label}>
        <thead>
          <tr>
            {chosen && (
              <th>
                <SelectAllRows rows={rows.map(getRowId) as number[]} chosen={chosen} />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.label} className={column.alignRight ? styles.right : undefined} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={styles.linked}>
              {chosen && (
                <td data-label="Choose">
                  <SelectRow id={getRowId(row) as number} chosen={chosen} />
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.label}
                  data-label={column.label}
                  className={column.alignRight ? styles.right : undefined}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {footer && <tfoot>{footer}</tfoot>}
      </table>
    </div>
  );
}

function getRowId(row: unknown): string | number {
  return (row as { id: string | number }).id;
}

function SelectAllRows({ rows, chosen }: { rows: number[]; chosen: RowSelection }) {
  const all = rows.length > 0 && rows.every((id) => chosen.ids.has(id));
  return (
    <Checkbox
      aria-label="Choose all on this page"
      checked={all}
      onChange={() => chosen.set(all ? new Set() : new Set(rows))}
    />
  );
}

function SelectRow({ id, chosen }: { id: number; chosen: RowSelection }) {
  const toggle = () => {
    const ids = new Set(chosen.ids);
    if (!ids.delete(id)) ids.add(id);
    chosen.set(ids);
  };
  return <Checkbox aria-label={`Choose ${id}`} checked={chosen.ids.has(id)} onChange={toggle} />;
}

interface ListPage<R> {
  data: R[];
  has_more: boolean;
}

interface ListProps<R> extends Omit<TableProps<R>, 'rows'> {
  list: UseQueryResult<ListPage<R>, Error>;
  /** Instead of a table without rows. */
  empty: ReactNode;
  /** Instead of that, where filters leave nothing. */
  emptyFiltered?: string;
  /** The field that the next page starts after. */
  cursor?: keyof R & string;
}

/** A page of a list as the service gives it, with the way to the next one in the address bar. */
export function PagedTable<R>({
  list,
  empty,
  emptyFiltered: none,
  cursor = 'id' as keyof R & string,
  ...table
}: ListProps<R>) {
  const { filters, set, hasFilters } = useFilters();
  const trail = filters.after ? filters.after.split(',') : [];
  if (list.error) return <ErrorNote error={list.error} />;
  if (!list.data) return <LoadingSkeleton />;
  const { data, has_more } = list.data;
  if (data.length === 0 && trail.length === 0)
    return hasFilters ? <p>{none ?? 'Nothing matches these filters.'}</p> : empty;
  const last = data.at(-1);
  return (
    <>
      <DataTable rows={data} isRefreshing={list.isPlaceholderData} {...table} />
      {(has_more || trail.length > 0) && (
        <div className={styles.pager}>
          <span>Page {trail.length + 1}</span>
          <Button
            variant="default"
            disabled={trail.length === 0}
            onClick={() => set({ after: trail.slice(0, -1).join(',') })}
          >
            Newer
          </Button>
          <Button
            variant="default"
            disabled={!has_more || !last}
            onClick={() => set({ after: [...trail, String(last![cursor])].join(',') })}
          >
            Older
          </Button>
        </div>
      )}
    </>
  );
}
