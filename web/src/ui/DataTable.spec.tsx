import { describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderComponent } from '../testing/render';
import { DataTable, PagedTable, type Column } from './DataTable';
import type { Filters } from './filters';

interface Row {
  id: number;
  name: string;
  cents: number;
}

const ROWS: Row[] = [
  { id: 7, name: 'Acme', cents: 12_345 },
  { id: 9, name: 'Lakeside', cents: 500 },
];
const COLUMNS: Column<Row>[] = [
  { label: 'Name', render: ({ name }) => name },
  { label: 'Total', alignRight: true, render: ({ cents }) => `$${(cents / 100).toFixed(2)}` },
];

const readCells = () =>
  screen
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    .filter((cells) => cells.length > 0);

describe('DataTable', () => {
  it('shows a header per column and a cell per value', () => {
    renderComponent(<DataTable label="Customers" rows={ROWS} columns={COLUMNS} />);
    expect(screen.getByRole('table', { name: 'Customers' })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Total',
    ]);
    expect(readCells()).toEqual([
      ['Acme', '$123.45'],
      ['Lakeside', '$5.00'],
    ]);
  });

  it('adds and removes one row or all rows of the page from the selection', async () => {
    const set = jest.fn<(ids: Set<number>) => void>();
    const selection = { ids: new Set([7]), set };
    const { user, rerender } = renderComponent(
      <DataTable label="Customers" rows={ROWS} columns={COLUMNS} selection={selection} />,
    );
    await user.click(screen.getByLabelText('Select 9'));
    expect(set).toHaveBeenLastCalledWith(new Set([7, 9]));
    await user.click(screen.getByLabelText('Select 7'));
    expect(set).toHaveBeenLastCalledWith(new Set());
    await user.click(screen.getByLabelText('Select all rows on this page'));
    expect(set).toHaveBeenLastCalledWith(new Set([7, 9]));
    rerender(
      <DataTable label="Customers" rows={ROWS} columns={COLUMNS} selection={{ ids: new Set([7, 9]), set }} />,
    );
    await user.click(screen.getByLabelText('Select all rows on this page'));
    expect(set).toHaveBeenLastCalledWith(new Set());
  });
});

describe('PagedTable', () => {
  const fakeFilters = (values: Record<string, string> = {}): Filters & { set: jest.Mock } => ({
    values,
    set: jest.fn(),
    isFiltered: Object.keys(values).some((name) => name !== 'after'),
  });
  const renderList = (filters: Filters, list: { rows?: Row[]; hasMore?: boolean; error?: Error }) =>
    renderComponent(
      <PagedTable
        label="Customers"
        columns={COLUMNS}
        filters={filters}
        list={{
          data: list.rows && { data: list.rows, has_more: list.hasMore ?? false },
          error: list.error ?? null,
        }}
        empty="No customers yet"
      />,
    );

  it('goes to the next page after the last row, and back', async () => {
    const filters = fakeFilters({ q: 'a', after: '30' });
    const { user } = renderList(filters, { rows: ROWS, hasMore: true });
    expect(screen.getByText('Page 2')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(filters.set).toHaveBeenLastCalledWith({ after: '30,9' });
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(filters.set).toHaveBeenLastCalledWith({ after: '' });
  });

  it('has no pager if all rows fit on one page', () => {
    renderList(fakeFilters(), { rows: ROWS });
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('disables Next on the last page', () => {
    renderList(fakeFilters({ after: '30' }), { rows: ROWS });
    expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true);
  });

  it('tells an empty list from filters without matches', () => {
    renderList(fakeFilters(), { rows: [] });
    expect(screen.getByText('No customers yet')).toBeTruthy();
    renderList(fakeFilters({ q: 'zzz' }), { rows: [] });
    expect(screen.getByText('No matches. Change or clear the filters.')).toBeTruthy();
  });

  it('shows a placeholder while loading and the message of an error', () => {
    renderList(fakeFilters(), {});
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    renderList(fakeFilters(), { error: new Error('The server is restarting.') });
    expect(screen.getByRole('alert').textContent).toBe('The server is restarting.');
  });
});
