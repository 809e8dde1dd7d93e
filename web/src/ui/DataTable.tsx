import { Button, Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './ErrorNote';
import type { Filters } from './filters';
import { LoadingSkeleton } from './layout';
import type { SearchText } from './search-params';
import styles from './table.module.css';

export interface Column<R> {
  label: string;
  render(row: R): ReactNode;
  /** For money and numbers. */
  alignRight?: boolean;
}

export interface RowSelection {
  ids: ReadonlySet<number>;
  set(ids: Set<number>): void;
}

interface TableProps<R> {
  label: string;
  columns: Column<R>[];
  rows: R[];
  /** The row's `id` by default. */
  getKey?: (row: R) => string | number;
  footer?: ReactNode;
  selection?: RowSelection;
  /** Without a border, for a table inside a section. */
  bare?: boolean;
  isRefreshing?: boolean;
}

export function DataTable<R>({
  label,
  columns,
  rows,
  getKey = getRowId,
  footer,
  selection,
  bare,
  isRefreshing,
}: TableProps<R>) {
  return (
    <div className={`${bare ? styles.bare : styles.wrap} ${isRefreshing ? styles.fading : ''}`}>
      <table className={`${styles.table} ${styles.cards}`} aria-label={label} aria-busy={isRefreshing}>
        <thead>
          <tr>
            {selection && (
              <th>
                <SelectAllRows rowIds={rows.map(getRowId) as number[]} selection={selection} />
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
            <tr key={getKey(row)} className={styles.linked}>
              {selection && (
                <td data-label="Select">
                  <SelectRow id={getRowId(row) as number} selection={selection} />
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

function SelectAllRows({ rowIds, selection }: { rowIds: number[]; selection: RowSelection }) {
  const areAllSelected = rowIds.length > 0 && rowIds.every((id) => selection.ids.has(id));
  return (
    <Checkbox
      aria-label="Select all rows on this page"
      checked={areAllSelected}
      onChange={() => selection.set(areAllSelected ? new Set() : new Set(rowIds))}
    />
  );
}

function SelectRow({ id, selection }: { id: number; selection: RowSelection }) {
  const toggle = () => {
    const ids = new Set(selection.ids);
    if (!ids.delete(id)) ids.add(id);
    selection.set(ids);
  };
  return <Checkbox aria-label={`Select ${id}`} checked={selection.ids.has(id)} onChange={toggle} />;
}

/** The parts of a list query that the table needs. */
interface ListQuery<R> {
  data?: { data: R[]; has_more: boolean };
  error: Error | null;
  /** The data is still that of the page before. */
  isPlaceholderData?: boolean;
}

interface PagedTableProps<R, S extends SearchText> extends Omit<TableProps<R>, 'rows'> {
  list: ListQuery<R>;
  filters: Filters<S>;
  /** Shown instead of the table if there are no rows and no filters. */
  empty: ReactNode;
  /** Shown if the filters match no rows. */
  emptyFiltered?: string;
}

/** Shows one page of a list. The address bar keeps the trail of pages in `after`. */
export function PagedTable<R, S extends SearchText>({
  list,
  filters,
  empty,
  emptyFiltered = 'No matches. Change or clear the filters.',
  ...table
}: PagedTableProps<R, S>) {
  if (list.error) return <ErrorNote error={list.error} />;
  if (!list.data) return <LoadingSkeleton />;
  const { data, has_more: hasMore } = list.data;
  const trail = filters.values.after?.split(',') ?? [];
  if (data.length === 0 && trail.length === 0) return filters.isFiltered ? <p>{emptyFiltered}</p> : empty;
  const lastRow = data.at(-1);
  const goTo = (pages: (string | number)[]) =>
    filters.set({ after: pages.join(',') } as Partial<Record<keyof S, string>>);
  return (
    <>
      <DataTable rows={data} isRefreshing={list.isPlaceholderData} {...table} />
      {(hasMore || trail.length > 0) && (
        <div className={styles.pager}>
          <span>Page {trail.length + 1}</span>
          <Button variant="default" disabled={trail.length === 0} onClick={() => goTo(trail.slice(0, -1))}>
            Previous
          </Button>
          <Button
            variant="default"
            disabled={!hasMore || !lastRow}
            onClick={() => goTo([...trail, getRowId(lastRow)])}
          >
            Next
          </Button>
        </div>
      )}
    </>
  );
}
