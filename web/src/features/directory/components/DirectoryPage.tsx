import type { Lading } from '@lading/sdk';
import { Button, FileButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { PagedTable, type Column } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { Filters, toListQuery, TextFilter, useFilters } from '../../../ui/filters';
import { pluralize } from '../../../ui/format';
import { EmptyState, PageHeader, Stack } from '../../../ui/layout';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';

interface ImportResult {
  created: number;
  updated: number;
  unchanged: number;
}

interface Props<R extends { id: number }> {
  title: string;
  /** One of them, as in "New address". */
  singular: string;
  scope: string;
  list: (lading: Lading, query: object) => PromiseLike<{ data: R[]; has_more: boolean }>;
  create: (lading: Lading, body: never) => Promise<unknown>;
  update: (lading: Lading, id: number, body: never) => Promise<unknown>;
  remove?: (lading: Lading, id: number) => Promise<unknown>;
  load?: (lading: Lading, file: string) => Promise<ImportResult>;
  fields: FormField[];
  /** The first one opens the record. */
  getName: (record: R) => string;
  columns: Column<R>[];
  empty: string;
  aside?: (record: R) => ReactNode;
}

/** A book of records that are looked up, added, changed and imported. */
export function DirectoryPage<R extends { id: number }>(props: Props<R>) {
  const { title, singular: one, scope, fields, getName: nameOf, columns, empty } = props;
  const { hasScope: may } = useSession();
  const { filters } = useFilters();
  const [shown, setShown] = useState<R | 'new'>();
  const list = useApiQuery([scope, filters], (lading) => props.list(lading, toListQuery(filters)), {
    keepPrevious: true,
  });
  const close = () => setShown(undefined);
  const mayWrite = may(`${scope}.write`);
  const save = useApiMutation(
    (lading, body: never) =>
      shown && shown !== 'new' ? props.update(lading, shown.id, body) : props.create(lading, body),
    { successMessage: 'Saved.', onSuccess: close },
  );
  const remove = useApiMutation((lading, id: number) => props.remove!(lading, id), {
    successMessage: 'Deleted.',
    onSuccess: close,
  });
  const load = useApiMutation(async (lading, file: File) => props.load!(lading, await file.text()), {
    successMessage: ({ created, updated, unchanged }) =>
      `Imported: ${pluralize(created, 'new one', 'new ones')}, ${updated} changed, ${unchanged} as they were.`,
  });
  const add = mayWrite && (
    <>
      {props.load && (
        <FileButton accept="text/csv,.csv" onChange={(file) => file && load.mutate(file)}>
          {(button) => (
            <Button {...button} variant="default" loading={load.isPending}>
              Import CSV
            </Button>
          )}
        </FileButton>
      )}
      <Button onClick={() => setShown('new')}>New {one}</Button>
    </>
  );
  const open: Column<R> = {
    label: columns[0]!.label,
    render: (record) => (
      <Button variant="transparent" p={0} h="auto" onClick={() => setShown(record)}>
        {nameOf(record)}
      </Button>
    ),
  };
  return (
    <>
      <PageHeader title={title}>{add}</PageHeader>
      <Stack>
        <ErrorNote error={load.error} />
        <div>
          <Filters>
            <TextFilter name="q" label="Find" />
          </Filters>
          <PagedTable
            label={title}
            list={list}
            columns={[open, ...columns.slice(1)]}
            empty={
              <EmptyState title={`No ${title.toLowerCase()} yet`} action={<span>{add}</span>}>
                {empty}
              </EmptyState>
            }
          />
        </div>
      </Stack>
      <SidePanel
        title={shown && shown !== 'new' ? nameOf(shown) : `New ${one}`}
        isOpen={shown !== undefined}
        close={close}
      >
        <Stack>
          {shown && shown !== 'new' && props.aside?.(shown)}
          <RecordForm
            fields={fields}
            record={shown === 'new' ? undefined : shown}
            label="Save"
            submit={(body) => save.mutateAsync(body)}
            extra={
              shown &&
              shown !== 'new' &&
              props.remove &&
              mayWrite && (
                <ConfirmButton
                  label="Delete"
                  title={`Delete this ${one}?`}
                  danger
                  onConfirm={() => remove.mutateAsync(shown.id)}
                >
                  What was made with it stays as it is.
                </ConfirmButton>
              )
            }
          />
        </Stack>
      </SidePanel>
    </>
  );
}
