import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { PagedTable } from '../../../ui/DataTable';
import { toListQuery, useFilters } from '../../../ui/filters';
import { formatDateTime } from '../../../ui/format';
import { Dimmed, EmptyState, SecretValue, Stack } from '../../../ui/layout';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import styles from '../../../ui/ui.module.css';

type ApiKey = Schemas['Key'];

const FIELDS: FormField[] = [
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

export default function ApiKeys() {
  const { mode, hasScope: may } = useSession();
  const { filters } = useFilters();
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Schemas['CreatedKey']>();
  const list = useApiQuery(['keys', filters], (lading) => lading.keys.list(toListQuery(filters)), {
    keepPrevious: true,
  });
  const create = useApiMutation((lading, body: Schemas['CreateKey']) => lading.keys.create(body), {
    onSuccess: setMade,
  });
  const roll = useApiMutation((lading, id: number) => lading.keys.roll(id, { overlap_seconds: 86_400 }), {
    onSuccess: setMade,
  });
  const revoke = useApiMutation((lading, id: number) => lading.keys.revoke(id), {
    successMessage: 'Revoked.',
  });
  const add = may('keys.write') && <Button onClick={() => setOpen(true)}>New {mode} key</Button>;
  return (
    <Stack>
      <div className={styles.actions}>{add}</div>
      {made && !isOpen && <CreatedKeyNotice createdKey={made} />}
      <PagedTable<ApiKey>
        label="API keys"
        list={list}
        columns={[
          { label: 'Name', render: ({ name }) => name ?? 'Without a name' },
          { label: 'Begins with', render: ({ prefix }) => <code>{prefix}…</code> },
          { label: 'State', render: (key) => <KeyState apiKey={key} /> },
          { label: 'May', render: ({ scopes }) => scopes?.join(', ') ?? 'Everything' },
          { label: 'Last used', render: ({ last_used_at }) => formatDateTime(last_used_at) },
          { label: 'Made', render: ({ created_at }) => formatDateTime(created_at) },
          {
            label: 'Do',
            render: ({ id, revoked_at, name, prefix }) =>
              !revoked_at &&
              may('keys.write') && (
                <div className={styles.actions}>
                  <ConfirmButton label="Roll" title="Roll this key?" onConfirm={() => roll.mutateAsync(id)}>
                    A new key takes its place, shown once. The one there is works for another day.
                  </ConfirmButton>
                  <ConfirmButton
                    label="Revoke"
                    title={`Revoke ${name ?? prefix}?`}
                    danger
                    onConfirm={() => revoke.mutateAsync(id)}
                  >
                    Programs that use it are refused from now on. It can't be taken back.
                  </ConfirmButton>
                </div>
              ),
          },
        ]}
        empty={
          <EmptyState title="No keys" action={add}>
            A program says with a key who it is, and in which mode.
          </EmptyState>
        }
      />
      <SidePanel title={`A new ${mode} key`} isOpen={isOpen} close={() => setOpen(false)}>
        {made ? (
          <CreatedKeyNotice createdKey={made} />
        ) : (
          <RecordForm fields={FIELDS} label="Make the key" submit={(body) => create.mutateAsync(body)} />
        )}
      </SidePanel>
    </Stack>
  );
}

function CreatedKeyNotice({ createdKey }: { createdKey: Schemas['CreatedKey'] }) {
  return (
    <div>
      <Dimmed>The key is shown this once: put it where it is needed.</Dimmed>
      <SecretValue label="The new key" value={createdKey.key} />
    </div>
  );
}

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  if (apiKey.revoked_at) return <StatusBadge text="Revoked" />;
  if (apiKey.expires_at && new Date(apiKey.expires_at) < new Date()) return <StatusBadge status="expired" />;
  return (
    <StatusBadge
      status="active"
      text={apiKey.expires_at ? `Until ${formatDateTime(apiKey.expires_at)}` : 'Active'}
    />
  );
}
