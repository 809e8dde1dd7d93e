import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { PagedTable } from '../../../ui/DataTable';
import { useFilters } from '../../../ui/filters';
import { formatDateTime } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { Dimmed, EmptyState, SecretValue, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { StatusBadge } from '../../../ui/StatusBadge';
import styles from '../../../ui/ui.module.css';
import { KEY_WRITES, keyQueries } from '../api/keys';

const route = getRouteApi('/app/developers/keys');

const FIELDS: FormField[] = [
  { name: 'name', label: 'Name', hint: 'The program that uses the key', width: 6 },
  {
    name: 'scopes',
    label: 'Scopes',
    kind: 'list',
    hint: 'For example quotes.write, freight.read. Leave empty for full access.',
    width: 6,
  },
  { name: 'expires_at', label: 'Expires on', kind: 'date', width: 6 },
];

/** How long the old key still works after a rotation. */
const OVERLAP_SECONDS = 86_400;

export default function ApiKeysPage() {
  const session = useSession();
  const { mode, hasScope } = session;
  const filters = useFilters(route.useSearch());
  const [isFormOpen, setFormOpen] = useState(false);
  const [createdKey, setCreatedKey] = useState<Schemas['CreatedKey']>();
  const list = useQuery(keyQueries.list(session, filters.values));
  const create = useApiMutation((lading, body: Schemas['CreateKey']) => lading.keys.create(body), {
    invalidates: KEY_WRITES,
    onSuccess: setCreatedKey,
  });
  const actions = hasScope('keys.write') && <Button onClick={() => setFormOpen(true)}>New {mode} key</Button>;
  return (
    <Stack>
      <div className={styles.actions}>{actions}</div>
      {createdKey && !isFormOpen && <CreatedKeyNotice createdKey={createdKey} />}
      <PagedTable
        label="API keys"
        list={list}
        filters={filters}
        columns={[
          { label: 'Name', render: ({ name }) => name ?? 'Unnamed' },
          { label: 'Prefix', render: ({ prefix }) => <code>{prefix}…</code> },
          { label: 'Status', render: (apiKey) => <KeyStatus apiKey={apiKey} /> },
          { label: 'Scopes', render: ({ scopes }) => scopes?.join(', ') ?? 'Full access' },
          { label: 'Last used', render: ({ last_used_at }) => formatDateTime(last_used_at) },
          { label: 'Created', render: ({ created_at }) => formatDateTime(created_at) },
          {
            label: '',
            render: (apiKey) => <KeyActions apiKey={apiKey} onRotated={setCreatedKey} />,
          },
        ]}
        empty={
          <EmptyState title="No API keys" action={actions}>
            Create a key to call the API. Each key works in one mode, test or live.
          </EmptyState>
        }
      />
      <SidePanel title={`New ${mode} key`} isOpen={isFormOpen} close={() => setFormOpen(false)}>
        {createdKey ? (
          <CreatedKeyNotice createdKey={createdKey} />
        ) : (
          <RecordForm
            fields={FIELDS}
            submitLabel="Create key"
            submit={(body: Schemas['CreateKey']) => create.mutateAsync(body)}
          />
        )}
      </SidePanel>
    </Stack>
  );
}

function KeyActions({
  apiKey,
  onRotated,
}: {
  apiKey: Schemas['Key'];
  onRotated: (createdKey: Schemas['CreatedKey']) => void;
}) {
  const { hasScope } = useSession();
  const rotate = useApiMutation(
    (lading, id: number) => lading.keys.roll(id, { overlap_seconds: OVERLAP_SECONDS }),
    { invalidates: KEY_WRITES, onSuccess: onRotated },
  );
  const revoke = useApiMutation((lading, id: number) => lading.keys.revoke(id), {
    invalidates: KEY_WRITES,
    successMessage: 'Key revoked.',
  });
  if (apiKey.revoked_at || !hasScope('keys.write')) return null;
  return (
    <div className={styles.actions}>
      <ConfirmButton label="Rotate" title="Rotate this key?" onConfirm={() => rotate.mutateAsync(apiKey.id)}>
        A new key replaces this one and is shown once. The old key works for another 24 hours.
      </ConfirmButton>
      <ConfirmButton
        label="Revoke"
        title={`Revoke ${apiKey.name ?? apiKey.prefix}?`}
        danger
        onConfirm={() => revoke.mutateAsync(apiKey.id)}
      >
        The API then rejects requests with this key. You can't undo this.
      </ConfirmButton>
    </div>
  );
}

function CreatedKeyNotice({ createdKey }: { createdKey: Schemas['CreatedKey'] }) {
  return (
    <div>
      <Dimmed>Copy the key now. It is shown only once.</Dimmed>
      <SecretValue label="API key" value={createdKey.key} />
    </div>
  );
}

function KeyStatus({ apiKey: { revoked_at, expires_at } }: { apiKey: Schemas['Key'] }) {
  if (revoked_at) return <StatusBadge text="Revoked" />;
  if (!expires_at) return <StatusBadge status="active" />;
  if (new Date(expires_at) < new Date()) return <StatusBadge status="expired" />;
  return <StatusBadge status="active" text={`Expires ${formatDateTime(expires_at)}`} />;
}
