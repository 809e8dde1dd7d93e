import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { ConfirmButton } from '../../ui/Confirm';
import { PagedTable } from '../../ui/DataTable';
import { queryOf, useFilters } from '../../ui/filters';
import { moment } from '../../ui/format';
import { Dimmed, Empty, Secret, Stack } from '../../ui/parts';
import type { Field } from '../../ui/record';
import { RecordForm } from '../../ui/RecordForm';
import { Side } from '../../ui/Side';
import styles from '../../ui/ui.module.css';

type Key = Schemas['Key'];

const FIELDS: Field[] = [
  { name: 'name', label: 'Name', hint: 'Where it is used', width: 6 },
  {
    name: 'scopes',
    label: 'Scopes',
    kind: 'list',
    hint: 'What it may do, e.g. quotes.write, freight.read; empty: everything',
    width: 6,
  },
  { name: 'expires_at', label: 'Ends on', kind: 'date', width: 6 },
];

export default function Keys() {
  const { mode, may } = useSession();
  const { filters } = useFilters();
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Schemas['CreatedKey']>();
  const list = useRead(['keys', filters], (lading) => lading.keys.list(queryOf(filters)), { keep: true });
  const create = useWrite((lading, body: Schemas['CreateKey']) => lading.keys.create(body), {
    after: setMade,
  });
  const roll = useWrite((lading, id: number) => lading.keys.roll(id, { overlap_seconds: 86_400 }), {
    after: setMade,
  });
  const revoke = useWrite((lading, id: number) => lading.keys.revoke(id), { done: 'Revoked.' });
  const add = may('keys.write') && <Button onClick={() => setOpen(true)}>New {mode} key</Button>;
  return (
    <Stack>
      <div className={styles.actions}>{add}</div>
      {made && !isOpen && <Made of={made} />}
      <PagedTable<Key>
        label="API keys"
        list={list}
        columns={[
          { label: 'Name', show: ({ name }) => name ?? 'Without a name' },
          { label: 'Begins with', show: ({ prefix }) => <code>{prefix}…</code> },
          { label: 'State', show: (key) => <State of={key} /> },
          { label: 'May', show: ({ scopes }) => scopes?.join(', ') ?? 'Everything' },
          { label: 'Last used', show: ({ last_used_at }) => moment(last_used_at) },
          { label: 'Made', show: ({ created_at }) => moment(created_at) },
          {
            label: 'Do',
            show: ({ id, revoked_at, name, prefix }) =>
              !revoked_at &&
              may('keys.write') && (
                <div className={styles.actions}>
                  <ConfirmButton label="Roll" title="Roll this key?" act={() => roll.mutateAsync(id)}>
                    A new key takes its place, shown once. The one there is works for another day.
                  </ConfirmButton>
                  <ConfirmButton
                    label="Revoke"
                    title={`Revoke ${name ?? prefix}?`}
                    danger
                    act={() => revoke.mutateAsync(id)}
                  >
                    Programs that use it are refused from now on. It can't be taken back.
                  </ConfirmButton>
                </div>
              ),
          },
        ]}
        empty={
          <Empty title="No keys" action={add}>
            A program says with a key who it is, and in which mode.
          </Empty>
        }
      />
      <Side title={`A new ${mode} key`} isOpen={isOpen} close={() => setOpen(false)}>
        {made ? (
          <Made of={made} />
        ) : (
          <RecordForm fields={FIELDS} label="Make the key" submit={(body) => create.mutateAsync(body)} />
        )}
      </Side>
    </Stack>
  );
}

function Made({ of }: { of: Schemas['CreatedKey'] }) {
  return (
    <div>
      <Dimmed>The key is shown this once: put it where it is needed.</Dimmed>
      <Secret label="The new key" value={of.key} />
    </div>
  );
}

function State({ of }: { of: Key }) {
  if (of.revoked_at) return <Badge text="Revoked" />;
  if (of.expires_at && new Date(of.expires_at) < new Date()) return <Badge of="expired" />;
  return <Badge of="active" text={of.expires_at ? `Until ${moment(of.expires_at)}` : 'Active'} />;
}
