import type { Lading } from '@lading/sdk';
import { Button, FileButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { ConfirmButton } from '../../ui/Confirm';
import { PagedTable, type Column } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { Filters, queryOf, TextFilter, useFilters } from '../../ui/filters';
import { count } from '../../ui/format';
import { Empty, PageHead, Stack } from '../../ui/parts';
import type { Field } from '../../ui/record';
import { RecordForm } from '../../ui/RecordForm';
import { Side } from '../../ui/Side';

interface Result {
  created: number;
  updated: number;
  unchanged: number;
}

interface Props<R extends { id: number }> {
  title: string;
  /** One of them, as in "New address". */
  one: string;
  scope: string;
  list: (lading: Lading, query: object) => PromiseLike<{ data: R[]; has_more: boolean }>;
  create: (lading: Lading, body: never) => Promise<unknown>;
  update: (lading: Lading, id: number, body: never) => Promise<unknown>;
  remove?: (lading: Lading, id: number) => Promise<unknown>;
  load?: (lading: Lading, file: string) => Promise<Result>;
  fields: Field[];
  /** The first one opens the record. */
  nameOf: (record: R) => string;
  columns: Column<R>[];
  empty: string;
  aside?: (record: R) => ReactNode;
}

/** A book of records that are looked up, added, changed and imported. */
export function Book<R extends { id: number }>(props: Props<R>) {
  const { title, one, scope, fields, nameOf, columns, empty } = props;
  const { may } = useSession();
  const { filters } = useFilters();
  const [shown, setShown] = useState<R | 'new'>();
  const list = useRead([scope, filters], (lading) => props.list(lading, queryOf(filters)), { keep: true });
  const close = () => setShown(undefined);
  const mayWrite = may(`${scope}.write`);
  const save = useWrite(
    (lading, body: never) =>
      shown && shown !== 'new' ? props.update(lading, shown.id, body) : props.create(lading, body),
    { done: 'Saved.', after: close },
  );
  const remove = useWrite((lading, id: number) => props.remove!(lading, id), {
    done: 'Deleted.',
    after: close,
  });
  const load = useWrite(async (lading, file: File) => props.load!(lading, await file.text()), {
    done: ({ created, updated, unchanged }) =>
      `Imported: ${count(created, 'new one', 'new ones')}, ${updated} changed, ${unchanged} as they were.`,
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
    show: (record) => (
      <Button variant="transparent" p={0} h="auto" onClick={() => setShown(record)}>
        {nameOf(record)}
      </Button>
    ),
  };
  return (
    <>
      <PageHead title={title}>{add}</PageHead>
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
              <Empty title={`No ${title.toLowerCase()} yet`} action={<span>{add}</span>}>
                {empty}
              </Empty>
            }
          />
        </div>
      </Stack>
      <Side
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
                  act={() => remove.mutateAsync(shown.id)}
                >
                  What was made with it stays as it is.
                </ConfirmButton>
              )
            }
          />
        </Stack>
      </Side>
    </>
  );
}
