import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { ErrorNote } from '../../../ui/ErrorNote';
import { pluralize } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { Dimmed, SecretValue, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import styles from '../../../ui/ui.module.css';
import { WEBHOOK_WRITES } from '../api/webhooks';
import { ENDPOINT_FIELDS } from './endpoint-fields';

type Endpoint = Schemas['WebhookEndpoint'];

const DAY_MS = 86_400_000;
const RECOVER_FIELDS: FormField[] = [
  {
    name: 'since',
    label: 'Since',
    hint: 'A date, or a time such as 2026-01-31T12:00:00Z',
    required: true,
    width: 6,
  },
  {
    name: 'include',
    label: 'Deliveries',
    kind: 'choice',
    choices: [
      { value: 'failed', label: 'Failed only' },
      { value: 'missed', label: 'Failed, plus events missed while inactive' },
      { value: 'all', label: 'All' },
    ],
    width: 6,
  },
];

/** Tests, changes, disables and deletes an endpoint, rotates its secret and sends deliveries again. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const { hasScope } = useSession();
  const [openForm, setOpenForm] = useState<'edit' | 'recover'>();
  const [secret, setSecret] = useState<string>();
  const close = () => setOpenForm(undefined);
  const test = useApiMutation((lading, id: number) => lading.webhooks.test(id), {
    invalidates: ['webhooks', 'events'],
    successMessage: 'Test event sent.',
  });
  const update = useApiMutation(
    (lading, body: Schemas['UpdateWebhook']) => lading.webhooks.update(endpoint.id, body),
    { invalidates: WEBHOOK_WRITES, successMessage: 'Saved.', onSuccess: close },
  );
  const rotate = useApiMutation((lading, id: number) => lading.webhooks.rotateSecret(id), {
    invalidates: WEBHOOK_WRITES,
    onSuccess: (rotated) => setSecret(rotated.secret),
  });
  const recover = useApiMutation(
    (lading, body: Schemas['RecoverWebhook']) => lading.webhooks.recover(endpoint.id, body),
    {
      invalidates: WEBHOOK_WRITES,
      successMessage: ({ count }) => `${pluralize(count, 'delivery', 'deliveries')} queued for resending.`,
      onSuccess: close,
    },
  );
  const remove = useApiMutation((lading, id: number) => lading.webhooks.delete(id), {
    invalidates: WEBHOOK_WRITES,
    successMessage: 'Endpoint deleted.',
    onSuccess: () => history.back(),
  });
  if (!hasScope('webhooks.write')) return null;
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate(endpoint.id)}>
        Send test event
      </Button>
      <Button variant="default" onClick={() => setOpenForm('edit')}>
        Edit
      </Button>
      <Button variant="default" onClick={() => update.mutate({ active: !endpoint.active })}>
        {endpoint.active ? 'Disable' : 'Enable'}
      </Button>
      <Button variant="default" onClick={() => setOpenForm('recover')}>
        Resend events
      </Button>
      <ConfirmButton
        label="Rotate secret"
        title="Rotate the signing secret?"
        onConfirm={() => rotate.mutateAsync(endpoint.id)}
      >
        New deliveries are signed with a new secret, which is shown once.
      </ConfirmButton>
      <ConfirmButton
        label="Delete"
        title="Delete this endpoint?"
        danger
        onConfirm={() => remove.mutateAsync(endpoint.id)}
      >
        This also deletes its deliveries.
      </ConfirmButton>
      <ErrorNote error={test.error ?? update.error} />
      <SidePanel title="Edit endpoint" isOpen={openForm === 'edit'} close={close}>
        <RecordForm
          fields={ENDPOINT_FIELDS}
          record={endpoint}
          submitLabel="Save"
          submit={(body: Schemas['UpdateWebhook']) => update.mutateAsync(body)}
        />
      </SidePanel>
      <SidePanel title="Resend events" isOpen={openForm === 'recover'} close={close} size="md">
        <RecordForm
          fields={RECOVER_FIELDS}
          record={{ since: new Date(Date.now() - DAY_MS).toISOString(), include: 'failed' }}
          submitLabel="Resend"
          submit={(body: Schemas['RecoverWebhook']) => recover.mutateAsync(body)}
        />
      </SidePanel>
      <SidePanel
        title="New signing secret"
        isOpen={secret !== undefined}
        close={() => setSecret(undefined)}
        size="md"
      >
        <Stack>
          <Dimmed>Copy the secret now. It is shown only once.</Dimmed>
          <SecretValue label="Signing secret" value={secret ?? ''} />
          <div className={styles.actions}>
            <Button onClick={() => setSecret(undefined)}>Done</Button>
          </div>
        </Stack>
      </SidePanel>
    </>
  );
}
