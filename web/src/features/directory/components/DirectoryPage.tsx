import type { Lading } from '@lading/sdk';
import { Button, FileButton } from '@mantine/core';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ListPage, Resource } from '../../../session/api-query';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { PagedTable, type Column } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { FilterBar, TextFilter, type Filters } from '../../../ui/filters';
import type { FormField } from '../../../ui/form-values';
import { EmptyState, PageHeader, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';

interface ImportResult {
  created: number;
  updated: number;
  unchanged: number;
}

interface Props<R extends { id: number }, B> {
  title: string;
  /** The resource in the singular, as in "New address". */
  singular: string;
  /** The resource's name in query keys and scopes. */
  resource: Resource;
  filters: Filters<{ q?: string; after?: string }>;
  query: UseQueryOptions<ListPage<R>, Error>;
  create: (lading: Lading, body: B) => Promise<unknown>;
  update: (lading: Lading, id: number, body: B) => Promise<unknown>;
  remove?: (lading: Lading, id: number) => Promise<unknown>;
  importCsv?: (lading: Lading, csv: string) => Promise<ImportResult>;
  fields: FormField[];
  getName: (record: R) => string;
  /** The first column opens the record and shows its name instead of `render`. */
  columns: Column<R>[];
  emptyText: string;
  /** Shown above the form of a record. */
  renderLinks?: (record: R) => ReactNode;
}

/** Lists the records of a directory and edits, deletes and imports them in a side panel. */
export function DirectoryPage<R extends { id: number }, B>(props: Props<R, B>) {
  const { title, singular, resource, filters, query, fields, getName, columns } = props;
  const { hasScope } = useSession();
  const [openRecord, setOpenRecord] = useState<R | 'new'>();
  const record = openRecord === 'new' ? undefined : openRecord;
  const list = useQuery(query);
  const close = () => setOpenRecord(undefined);
  const canWrite = hasScope(`${resource}.write`);
  const save = useApiMutation(
    (lading, body: B) => (record ? props.update(lading, record.id, body) : props.create(lading, body)),
    { invalidates: [resource], successMessage: 'Saved.', onSuccess: close },
  );
  const remove = useApiMutation((lading, id: number) => props.remove!(lading, id), {
    invalidates: [resource],
    successMessage: 'Deleted.',
    onSuccess: close,
  });
  const importCsv = useApiMutation(
    async (lading, file: File) => props.importCsv!(lading, await file.text()),
    { invalidates: [resource], successMessage: describeImport },
  );
  const actions = canWrite && (
    <>
      {props.importCsv && (
        <FileButton accept="text/csv,.csv" onChange={(file) => file && importCsv.mutate(file)}>
          {(button) => (
            <Button {...button} variant="default" loading={importCsv.isPending}>
              Import CSV
            </Button>
          )}
        </FileButton>
      )}
      <Button onClick={() => setOpenRecord('new')}>New {singular}</Button>
    </>
  );
  const nameColumn: Column<R> = {
    label: columns[0]!.label,
    render: (row) => (
      <Button variant="transparent" p={0} h="auto" onClick={() => setOpenRecord(row)}>
        {getName(row)}
      </Button>
    ),
  };
  return (
    <>
      <PageHeader title={title}>{actions}</PageHeader>
      <Stack>
        <ErrorNote error={importCsv.error} />
        <div>
          <FilterBar>
            <TextFilter filters={filters} name="q" label="Search" />
          </FilterBar>
          <PagedTable
            label={title}
            list={list}
            filters={filters}
            columns={[nameColumn, ...columns.slice(1)]}
            empty={
              <EmptyState title={`No ${title.toLowerCase()} yet`} action={<span>{actions}</span>}>
                {props.emptyText}
              </EmptyState>
            }
          />
        </div>
      </Stack>
      <SidePanel
        title={record ? getName(record) : `New ${singular}`}
        isOpen={openRecord !== undefined}
        close={close}
      >
        <Stack>
          {record && props.renderLinks?.(record)}
          <RecordForm
            fields={fields}
            record={record}
            submitLabel="Save"
            submit={(body: B) => save.mutateAsync(body)}
            extraActions={
              record &&
              props.remove &&
              canWrite && (
                <ConfirmButton
                  label="Delete"
                  title={`Delete this ${singular}?`}
                  danger
                  onConfirm={() => remove.mutateAsync(record.id)}
                >
                  Existing quotes and shipments don't change.
                </ConfirmButton>
              )
            }
          />
        </Stack>
      </SidePanel>
    </>
  );
}

/** Formats `3 added, 1 updated, 12 unchanged`. */
function describeImport({ created, updated, unchanged }: ImportResult): string {
  const counts: [number, string][] = [
    [created, 'added'],
    [updated, 'updated'],
    [unchanged, 'unchanged'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, text]) => `${count} ${text}`)
    .join(', ');
}
