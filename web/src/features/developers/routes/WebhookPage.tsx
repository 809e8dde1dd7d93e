import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { ErrorNote } from '../../../ui/ErrorNote';
import { pluralize, formatDateTime } from '../../../ui/format';
import { Dimmed, DescriptionList, SecretValue, Section, Stack, LoadingSkeleton } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import styles from '../../../ui/ui.module.css';
import { Deliveries } from '../components/Deliveries';
import { EndpointForm, EndpointState } from './WebhooksPage';

type Endpoint = Schemas['WebhookEndpoint'];

export default function WebhookDetail() {
  const id = Number(useParams({ strict: false }).id);
  const endpoint = useApiQuery(['webhooks', id], (lading) => lading.webhooks.get(id));
  if (endpoint.error) return <ErrorNote error={endpoint.error} />;
  if (!endpoint.data) return <LoadingSkeleton />;
  const { data } = endpoint;
  return (
    <Stack>
      <Section title={data.url} actions={<EndpointActions endpoint={data} />}>
        <DescriptionList
          items={[
            ['State', <EndpointState key="s" endpoint={data} />],
            ['Events', data.events.join(', ')],
            ['Description', data.description],
            ['Secret', <code key="c">{data.secret_prefix}…</code>],
            ['Failures in a row', data.consecutive_failures || ''],
            ['Switched off', data.disabled_at && formatDateTime(data.disabled_at)],
          ]}
        />
      </Section>
      <Deliveries endpoint={id} />
    </Stack>
  );
}

function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const { hasScope: may } = useSession();
  const [shown, setShown] = useState<'edit' | 'recover'>();
  const [secret, setSecret] = useState<string>();
  const close = () => setShown(undefined);
  const test = useApiMutation((lading, id: number) => lading.webhooks.test(id), {
    successMessage: ({ status }) => `The test event is on its way: ${status}.`,
  });
  const update = useApiMutation(
    (lading, body: Schemas['UpdateWebhook']) => lading.webhooks.update(endpoint.id, body),
    {
      successMessage: 'Saved.',
      onSuccess: close,
    },
  );
  const rotate = useApiMutation((lading, id: number) => lading.webhooks.rotateSecret(id), {
    onSuccess: (answer) => setSecret(answer.secret),
  });
  const recover = useApiMutation(
    (lading, body: Schemas['RecoverWebhook']) => lading.webhooks.recover(endpoint.id, body),
    {
      successMessage: (answer) => `${pluralize(answer.count, 'delivery', 'deliveries')} on the way again.`,
      onSuccess: close,
    },
  );
  const remove = useApiMutation((lading, id: number) => lading.webhooks.delete(id), {
    successMessage: 'Deleted.',
    onSuccess: () => history.back(),
  });
  if (!may('webhooks.write')) return null;
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate(endpoint.id)}>
        Send a test event
      </Button>
      <Button variant="default" onClick={() => setShown('edit')}>
        Change
      </Button>
      <Button variant="default" onClick={() => update.mutate({ active: !endpoint.active })}>
        {endpoint.active ? 'Switch off' : 'Switch on'}
      </Button>
      <Button variant="default" onClick={() => setShown('recover')}>
        Recover
      </Button>
      <ConfirmButton
        label="Rotate secret"
        title="Rotate the signing secret?"
        onConfirm={() => rotate.mutateAsync(endpoint.id)}
      >
        From now on deliveries are signed with a new one, which is shown once.
      </ConfirmButton>
      <ConfirmButton
        label="Delete"
        title="Delete this endpoint?"
        danger
        onConfirm={() => remove.mutateAsync(endpoint.id)}
      >
        Its deliveries go with it.
      </ConfirmButton>
      <ErrorNote error={test.error ?? update.error} />
      <SidePanel title="Change the endpoint" isOpen={shown === 'edit'} close={close}>
        <EndpointForm endpoint={endpoint} label="Save" submit={(body) => update.mutateAsync(body)} />
      </SidePanel>
      <SidePanel title="Send again" isOpen={shown === 'recover'} close={close} size="md">
        <RecordForm
          fields={[
            {
              name: 'since',
              label: 'Since',
              hint: 'A day, or a moment such as 2026-01-31T12:00:00Z',
              required: true,
              width: 6,
            },
            {
              name: 'include',
              label: 'Which',
              kind: 'choice',
              choices: [
                { value: 'failed', label: 'What failed' },
                { value: 'all', label: 'All, also what was delivered' },
              ],
              width: 6,
            },
          ]}
          record={{ since: new Date(Date.now() - 86_400_000).toISOString(), include: 'failed' }}
          label="Send again"
          submit={(body) => recover.mutateAsync(body)}
        />
      </SidePanel>
      <SidePanel
        title="The new secret"
        isOpen={secret !== undefined}
        close={() => setSecret(undefined)}
        size="md"
      >
        <Stack>
          <Dimmed>It is shown this once.</Dimmed>
          <SecretValue label="Signing secret" value={secret ?? ''} />
          <div className={styles.actions}>
            <Button onClick={() => setSecret(undefined)}>I have it</Button>
          </div>
        </Stack>
      </SidePanel>
    </>
  );
}
